import { OUTPUTS_MAX } from '@belfry/schemas/domain/outputs';
import type pg from 'pg';
import { unnest } from '../../db/unnest.ts';
import type { IngestContext } from '../../mqtt/ingest/ingest-context.ts';
import type { IngestHandler, IngestMessage } from '../../mqtt/ingest/ingest.ts';
import { mayReplace } from './clock.ts';
import type { Presence } from './presence.ts';

declare module '../../mqtt/ingest/ingest-news.ts' {
  interface IngestEvents {
    /** Outputs of these devices were reported. */
    outputs: readonly string[];
  }
}

const BATCH_ITEMS = 2_000;
const LINGER_MS = 20;

type PartKind = 'player' | 'outputs';
type Item<K extends PartKind> = IngestMessage<K>;
/** What a device reports of each of its players or outputs, by name, in a column of its state. */
type Part<K extends PartKind> = {
  kind: K;
  /** What its name is in the log. */
  named: string;
  statement: ReturnType<typeof storing>;
  nameOf(item: Item<K>): string;
  jsonOf(item: Item<K>): object;
  stored(context: IngestContext, serials: readonly string[]): void;
};

function createPartIngest<K extends PartKind>(
  context: IngestContext,
  presence: Pick<Presence, 'republishStatuses'>,
  part: Part<K>,
): IngestHandler<K> {
  const { pool, deviceStateQueue } = context;

  /** Of one player or output, a batch writes only the newest message. */
  async function write(items: readonly Item<K>[]): Promise<void> {
    const newest = new Map<string, Item<K>>();
    for (const item of items) newest.set(`${item.topic.serial}/${part.nameOf(item)}`, item);
    presence.republishStatuses(await deviceStateQueue(() => store(pool, part, [...newest.values()])));
    part.stored(context, [...new Set(items.map(({ topic }) => topic.serial))]);
  }

  const batcher = context.createBatcher<Item<K>>({
    name: part.kind,
    maxItems: BATCH_ITEMS,
    lingerMs: LINGER_MS,
    write,
    ackTokenOf: ({ ackToken }) => ackToken,
    describe: (item) => ({ serial: item.topic.serial, [part.named]: part.nameOf(item) }),
  });
  return { accept: (message) => batcher.add(message) };
}

const ROWS = unnest('b', {
  serial: 'text',
  name: 'text',
  part: 'text',
  at: 'timestamptz',
  received_at: 'timestamptz',
  live: 'bool',
});

/**
 * Merges what was reported into the rows of their devices. Each player and output has a time of its own, which decides whether it is replaced.
 * @param max how many one device may have; further ones are left out
 */
function storing(column: 'players' | 'outputs', max: number | null) {
  const newer = mayReplace({
    stored: `(s.${column}->b.name->>'at')::timestamptz`,
    incoming: 'b.at',
    received: 'b.received_at',
    live: 'b.live',
  });
  const partsWhere = (condition: string): string =>
    `coalesce(jsonb_object_agg(b.name, b.part::jsonb) filter (where ${condition}), '{}')`;
  const merged = `s.${column} || b.parts`;
  const kept =
    max === null
      ? merged
      : `case when (select count(*) from jsonb_object_keys(${merged})) <= ${max} then ${merged} else s.${column} || b.known end`;
  return {
    name: `store-${column}`,
    text: `
with incoming as materialized (
  select s.device_id, d.serial, s.silent, bool_or(b.live) as live, max(b.received_at) as received_at,
    ${partsWhere(newer)} as parts, ${max === null ? '' : `${partsWhere(`${newer} and s.${column} ? b.name`)} as known,`}
    round(extract(epoch from max(b.at - b.received_at) filter (where b.live)) * 1000)::bigint as skew_ms
  from ${ROWS.sql}
  join devices d on d.serial = b.serial
  join device_state s on s.device_id = d.device_id
  group by s.device_id, d.serial, s.silent
), kept as (
  update device_state s set
    ${column} = ${kept},
    silent = s.silent and not b.live,
    last_seen = case when b.live then greatest(s.last_seen, b.received_at) else s.last_seen end,
    clock_skew_ms = coalesce(b.skew_ms, s.clock_skew_ms)
  from incoming b where s.device_id = b.device_id
)
select serial from incoming where silent and live`,
  };
}

async function store<K extends PartKind>(pool: pg.Pool, part: Part<K>, items: readonly Item<K>[]): Promise<string[]> {
  const values = ROWS.values(
    items.map((item) => ({
      serial: item.topic.serial,
      name: part.nameOf(item),
      part: JSON.stringify(part.jsonOf(item)),
      at: Date.parse(item.body.at),
      received_at: item.receivedAt,
      live: item.live,
    })),
  );
  const { rows } = await pool.query<{ serial: string }>({ ...part.statement, values });
  return rows.map(({ serial }) => serial);
}

const PLAYERS: Part<'player'> = {
  kind: 'player',
  named: 'channel',
  statement: storing('players', null),
  nameOf: ({ topic }) => topic.channel,
  jsonOf: ({ body }) => body,
  stored: () => undefined,
};
const OUTPUTS: Part<'outputs'> = {
  kind: 'outputs',
  named: 'output',
  statement: storing('outputs', OUTPUTS_MAX),
  nameOf: ({ body }) => body.output,
  jsonOf: ({ body: { output: _name, ...report }, receivedAt }) => ({
    ...report,
    received_at: new Date(receivedAt).toISOString(),
  }),
  stored: ({ news }, serials) => news.tell('outputs', serials),
};

type IngestPresence = Pick<Presence, 'republishStatuses'>;

/** Stores the state of each player of a device. */
export const createPlayersIngest = (context: IngestContext, presence: IngestPresence): IngestHandler<'player'> =>
  createPartIngest(context, presence, PLAYERS);

/** Stores what each output of a device is, and tells of it. */
export const createOutputsIngest = (context: IngestContext, presence: IngestPresence): IngestHandler<'outputs'> =>
  createPartIngest(context, presence, OUTPUTS);
