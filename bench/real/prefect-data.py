"""What a small team has in Prefect: two flows that ran, a deployment, a work pool, a variable, limits, an artifact, a block."""

import asyncio

from prefect import flow, task
from prefect.artifacts import create_table_artifact
from prefect.blocks.system import Secret
from prefect.client.orchestration import get_client
from prefect.client.schemas.actions import GlobalConcurrencyLimitCreate, WorkPoolCreate
from prefect.variables import Variable


@task
def double(number: int) -> int:
    return number * 2


@flow(name="sum-of-doubles")
def sum_of_doubles() -> int:
    create_table_artifact(key="doubles", table=[{"number": 1, "double": 2}])
    return sum(double(number) for number in range(3))


@flow(name="nightly")
def nightly() -> str:
    return "done"


async def fill() -> None:
    async with get_client() as client:
        await client.create_work_pool(WorkPoolCreate(name="local-pool", type="process"))
        await client.create_work_queue(name="urgent", work_pool_name="local-pool")
        flow_id = await client.create_flow(nightly)
        deployment_id = await client.create_deployment(
            flow_id=flow_id, name="every-night", work_pool_name="local-pool", tags=["night"]
        )
        await client.create_flow_run_from_deployment(deployment_id)
        await client.create_concurrency_limit(tag="database", concurrency_limit=2)
        await client.create_global_concurrency_limit(
            GlobalConcurrencyLimitCreate(name="downloads", limit=3)
        )


sum_of_doubles()
nightly()
Variable.set("region", "north", overwrite=True)
Secret(value="not-a-secret").save("example", overwrite=True)
asyncio.run(fill())
