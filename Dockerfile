# docker build -t fillomino . && docker run --rm fillomino
# Files of one's own: docker run --rm --user "$(id -u)" --volume "$PWD:/work" --workdir /work fillomino solve my.txt
FROM python:3.13-slim
WORKDIR /opt/fillomino
COPY pyproject.toml README.md LICENSE ./
COPY smtlib smtlib
COPY encoder encoder
COPY drivers drivers
COPY fillomino fillomino
COPY games games
COPY workbench workbench
COPY labs labs
COPY examples examples
COPY docs docs
RUN pip install --no-cache-dir . && useradd --create-home fillomino
USER fillomino
WORKDIR /home/fillomino
ENTRYPOINT ["fillomino"]
CMD ["solve", "@first", "--encoding", "forest", "--solver", "z3", "--unique"]
