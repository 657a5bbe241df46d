# docker build -t fillomino . && docker run --rm fillomino
FROM python:3.13-slim
WORKDIR /opt/fillomino
COPY pyproject.toml hatch_build.py README.md LICENSE ./
COPY smtlib smtlib
COPY encoder encoder
COPY drivers drivers
COPY fillomino fillomino
COPY games games
COPY workbench workbench
COPY checker checker
COPY examples examples
COPY docs docs
RUN pip install --no-cache-dir .
ENTRYPOINT ["fillomino"]
CMD ["solve", "examples/first.txt", "--encoding", "forest", "--solver", "z3", "--unique"]
