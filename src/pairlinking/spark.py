"""Link the rows of a DataFrame on Spark: ``pairlinking.spark.link(frame, kb="enwik8.kb")`` (extra ``spark``)."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Iterator
from functools import partial
from os import PathLike, fspath
from typing import TYPE_CHECKING, Any

import pyarrow as pa

from pairlinking._support.options import check_choice
from pairlinking._support.spark_session import OTHER_PANDAS, check_versions
from pairlinking.errors import ParameterError
from pairlinking.interfaces.bulk import ERROR, LINKED, MENTION, link_batch, worker_linker
from pairlinking.linking.options import LinkerOptions

if TYPE_CHECKING:
    from pyspark.sql import DataFrame
    from pyspark.sql.types import StructType

__all__ = ["link"]

_ROWS = 500  # per returned batch: Java writes them while the next are linked


def link(
    dataframe: DataFrame,
    *,
    kb: str | PathLike[str] | None = None,
    text: str = "text",
    mentions: str | None = None,
    **options: Any,
) -> DataFrame:
    """Return the same rows in the same order, with two more columns: ``linked`` mentions, and ``error`` for a bad row.

    Each Python worker opens the knowledge base once and maps its files, so workers on one machine share the memory. If
    a worker dies, that costs time, but no rows: Spark gives its rows to another worker.

    Parameters
    ----------
    kb
        Name or folder, which must be valid on all machines: shared disk, installed, or unpacked by ``spark.archives``.
    text
        Column with the texts. A null gives an error in its row.
    mentions
        Column with lists of mentions, each a struct of ``start`` and ``end`` in code points; None to detect them.
    options
        The same as for `pairlinking.Linker`.

    Returns
    -------
    DataFrame
        ``linked`` is a list of structs ``start``, ``end``, ``text``, ``entity`` (null where there is no link),
        ``title`` and ``confidence``; null where ``error`` says why the row could not be linked.
    """
    check_versions()
    LinkerOptions.of(options)
    for column in (text, *([] if mentions is None else [mentions])):
        check_choice("link", "text" if column == text else "mentions", column, dataframe.columns)
    if taken := [name for name in dataframe.columns if name.lower() in (LINKED, ERROR)]:  # as Spark compares names
        raise ParameterError(f"The DataFrame already has a column {taken[0]!r}. Rename it first.")
    given = None if kb is None else fspath(kb)
    work = partial(_link_batches, given, text, mentions, tuple(sorted(options.items())))
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=OTHER_PANDAS)
        return dataframe.mapInArrow(work, _with_links(dataframe.schema))


def _with_links(schema: StructType) -> StructType:
    from pyspark.sql.pandas.types import from_arrow_schema
    from pyspark.sql.types import StructType

    added = from_arrow_schema(pa.schema([(LINKED, pa.list_(MENTION)), (ERROR, pa.string())]))
    return StructType([*schema.fields, *added.fields])


def _link_batches(
    kb: str | None,
    text: str,
    mentions: str | None,
    options: tuple[tuple[str, Any], ...],
    batches: Iterable[pa.RecordBatch],
) -> Iterator[pa.RecordBatch]:
    linker = worker_linker(kb, options)
    for batch in batches:
        for start in range(0, len(batch), _ROWS):
            yield link_batch(linker, batch.slice(start, _ROWS), text, mentions)
