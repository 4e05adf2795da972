import { startBelfry, type AddedApi } from '../lib/belfry.ts';
import type { Contender, Row } from '../lib/row.ts';
import { measureCosts, PER_SECOND, SECONDS, setApis, type ApiCount as Count, type Costs } from '../lib/shard-costs.ts';

/** So many that the hash gives each of the six shards about equally many. */
const DEVICES = 600;
/** The busiest api may store so many times an even share. */
const MAX_IMBALANCE = 1.25;
/** What another api may add to the cost of a message. */
const MAX_COST = 1.5;

async function prepare(unit: string, contendersOf: (costsOf: (count: Count) => () => Promise<Costs>) => Contender[]) {
  const belfry = await startBelfry({ INGEST_SHARDS: '6' });
  const devices = await belfry.devices(DEVICES);
  const added: AddedApi[] = [];
  let seq = 1;
  const costsOf = (count: Count) => async (): Promise<Costs> => {
    await setApis(belfry, added, count);
    const costs = await measureCosts(belfry, added, devices, seq);
    seq += PER_SECOND * SECONDS;
    return costs;
  };
  return {
    unit,
    contenders: contendersOf(costsOf),
    notes: [
      `${DEVICES} devices, ${PER_SECOND.toLocaleString('en')} messages a second for ${SECONDS} s a round, INGEST_SHARDS=6; each message is stored exactly once, or the row fails.`,
      'Processor time from /proc, which counts in steps of 10 ms. It contains what each process does besides: renewing leases, sweeping presence, answering /metrics.',
    ],
    rounds: 4,
    stop: async () => {
      await Promise.all(added.map((api) => api.stop()));
      await belfry.stop();
    },
  };
}

const COUNTS: readonly Count[] = [1, 2, 3];
const named = (count: Count): string => (count === 1 ? '1 api' : `${count} apis`);

/** The sum is measured, its parts are those of the same round. */
function costContenders(costsOf: (count: Count) => () => Promise<Costs>): Contender[] {
  return COUNTS.flatMap((count) => {
    let costs: Costs = { broker: Number.NaN, apis: Number.NaN, postgres: Number.NaN, busiest: Number.NaN };
    const part = (name: 'broker' | 'apis' | 'postgres', text: string): Contender => ({
      name: `${named(count)}: ${text}`,
      round: async () => costs[name],
    });
    const all = async (): Promise<number> => {
      costs = await costsOf(count)();
      return costs.broker + costs.apis + costs.postgres;
    };
    return [
      { name: named(count), round: all },
      part('broker', 'the broker'),
      part('apis', 'all apis'),
      part('postgres', 'Postgres'),
    ];
  });
}

/** What a message costs with several apis, and how evenly they share the messages. */
export const shardRows: Row[] = [
  {
    name: 'shards',
    prepare: async () => ({
      title: 'processor time per stored message with 1, 2 and 3 apis',
      ours: named(3),
      targets: [
        { against: named(1), atMost: MAX_COST },
        { of: named(2), against: named(1), atMost: MAX_COST },
      ],
      ...(await prepare('µs', costContenders)),
    }),
  },
  {
    name: 'shards-balance',
    prepare: async () => ({
      title: 'messages of the busiest api, as a multiple of an even share',
      ours: named(3),
      targets: [2, 3].map((count) => ({ of: named(count as Count), atMost: MAX_IMBALANCE, unit: '×' })),
      ...(await prepare('× even share', (costsOf) =>
        ([2, 3] as const).map((count) => ({
          name: named(count),
          round: async () => (await costsOf(count)()).busiest,
        })),
      )),
    }),
  },
];
