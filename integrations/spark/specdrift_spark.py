"""Checks recorded traffic against an OpenAPI description on Apache Spark.

    spark-submit --master 'local[2]' specdrift_spark.py 'traffic/*.ndjson.gz' --output partial.json --description openapi.yaml
    specdrift report merge partial.json -o reports/shop

Every argument that this job does not know is one of `specdrift check`. See README.md.
"""

import argparse
import shlex
import subprocess

from pyspark.sql import SparkSession

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("recordings", nargs="+", help="NDJSON of specdrift, or Parquet with the same columns")
parser.add_argument("--output", required=True, help="where the driver writes the partial result")
parser.add_argument("--parquet", action="store_true", help="the recordings are Parquet")
parser.add_argument("--partitions", type=int, help="how many slices; default: as Spark cuts the files")
parser.add_argument("--specdrift", default="specdrift", help="the command, on every worker")
args, check_args = parser.parse_known_args()

command = shlex.split(args.specdrift)
check = [*command, "check", "-", "--recording-format", "ndjson", "--partial", *check_args]
merge = [*command, "report", "merge", "-", "--partial"]


def check_partition(index, lines):
    """Map: one partition is one slice. Its name makes an attempt that Spark repeats count once."""
    with subprocess.Popen([*check, "--slice", f"partition-{index}"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as run:
        for line in lines:
            run.stdin.write(line.encode() + b"\n")
        run.stdin.close()
        partial = run.stdout.read()
    if run.returncode != 0:
        raise RuntimeError(f"specdrift check of partition {index} ended with {run.returncode}: see the log of the worker")
    yield partial.decode()


def merge_partials(left, right):
    """Reduce: associative, commutative, and idempotent by the name of a slice."""
    return subprocess.run(merge, input=(left + right).encode(), stdout=subprocess.PIPE, check=True).stdout.decode()


spark = SparkSession.builder.appName("specdrift").getOrCreate()
if args.parquet:
    lines = spark.read.parquet(*args.recordings).toJSON()
else:
    lines = spark.read.text(args.recordings).rdd.map(lambda row: row.value)
if args.partitions:
    lines = lines.repartition(args.partitions)
partial = lines.mapPartitionsWithIndex(check_partition).treeReduce(merge_partials)
spark.stop()
with open(args.output, "w", encoding="utf-8") as file:
    file.write(partial)
