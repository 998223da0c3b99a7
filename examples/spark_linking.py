"""Link the rows of a DataFrame on Spark: ``python examples/spark_linking.py``. Needs pairlinking[spark] and Java 17."""

from __future__ import annotations

import pairlinking.spark
from pairlinking._support.spark_session import open_session

SENTENCES = [
    (1, "Tiger won the Masters in Augusta."),
    (2, "The Sun reported that Greece will leave the Euro."),
    (3, None),
]


def main() -> None:
    """Link three rows, one of which has no text."""
    pairlinking.load("sample")  # builds it now, so that workers do not try to build it at the same time
    session = open_session("local[2]")
    frame = session.createDataFrame(SENTENCES, "id long, text string")
    for row in pairlinking.spark.link(frame, kb="sample").orderBy("id").collect():
        links = ", ".join(f"{each['text']} -> {each['entity']} ({each['confidence']})" for each in row["linked"] or ())
        print(f"{row['id']}: {links or row['error']}")
    session.stop()


if __name__ == "__main__":
    main()
