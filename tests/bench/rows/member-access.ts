import { aclFor } from '@belfry/schemas/mqtt/access';
import { rabbitmqSettings, startRabbitmq } from '../../support/engines/rabbitmq.ts';
import { SERVICE_SECRET } from '../../support/service-secret.ts';
import { type Belfry, startBelfry } from '../lib/belfry.ts';
import { addBranches } from '../lib/member-of-branches.ts';
import { node, runLoad, start } from '../lib/processes.ts';
import type { Contender, Measurement, Row } from '../lib/row.ts';
import { residentMib } from '../lib/usage.ts';

const SIZE = { branches: 50, devices: 5_000 };
/** Devices of a page. */
const PAGE = 48;
const CONSOLES = 10;
/** As many as one person may have. */
const STAYING = 20;
/** What RabbitMQ is sent at once; the bundled broker gets a page in one packet. */
const AT_ONCE = { belfry: 3 * PAGE, rabbitmq: 8 };
const MEMBER = 'a member of the branches';
const OWNER = 'the owner of the devices';
const ADMINISTRATOR = 'an administrator, who has one filter for all';

type Person = { name: string; userId: number; key: string };
type Prepared = { people: Person[]; serials: string[]; notes: string[] };

async function fill(belfry: Belfry): Promise<Prepared> {
  const { owner, member } = await addBranches(belfry.pool, SIZE);
  const { rows } = await belfry.pool.query<{ serial: string }>(
    'select serial from devices where user_id = $1 order by serial',
    [owner.id],
  );
  const serials = rows.map(({ serial }) => serial);
  const acl = aclFor({ kind: 'console', userId: member.id, role: 'user', serials });
  const kib = Math.round(JSON.stringify(acl).length / 1_024);
  return {
    people: [
      { name: MEMBER, userId: member.id, key: member.key },
      { name: OWNER, userId: owner.id, key: owner.key },
      { name: ADMINISTRATOR, userId: belfry.userId, key: belfry.key },
    ],
    serials: serials.slice(0, PAGE),
    notes: [`The access list of the member has ${acl.length.toLocaleString('en')} filters in ${kib} KiB.`],
  };
}

const titleOf = (engine: string): string =>
  `a console of a member of ${SIZE.branches} branches with ${SIZE.devices} devices connects to ${engine} and subscribes to a page of ${PAGE}`;

const connecting = (
  { people, serials }: Prepared,
  { url, filtersAtOnce }: { url: string; filtersAtOnce: number },
): Contender[] =>
  people.map(({ name, ...person }) => ({
    name,
    round: async () => {
      const input = { url, ...person, serials, consoles: CONSOLES, filtersAtOnce };
      return (await runLoad<{ ms: number }>('tests/bench/load/open-console.ts', { core: 1, input })).ms;
    },
  }));

async function prepareConnecting(): Promise<Measurement> {
  const belfry = await startBelfry();
  const prepared = await fill(belfry);
  return {
    title: titleOf('the bundled broker'),
    unit: 'ms',
    ours: MEMBER,
    contenders: connecting(prepared, { url: `ws://127.0.0.1:${belfry.wsPort}/mqtt`, filtersAtOnce: AT_ONCE.belfry }),
    targets: [
      { against: OWNER, atMost: 1.3 },
      { atMost: 250, unit: 'ms' },
    ],
    notes: prepared.notes,
    rounds: 7,
    stop: () => belfry.stop(),
  };
}

async function prepareRabbitmq(): Promise<Measurement> {
  const rabbitmq = await startRabbitmq();
  const [first] = rabbitmq.nodes;
  if (!first) throw new Error('RabbitMQ has no node');
  const belfry = await startBelfry({ ...rabbitmqSettings(first.ports), SERVICE_SECRET }, (internalPort) =>
    fetch(`${rabbitmq.proxy.url}/target`, { method: 'PUT', body: String(internalPort) }),
  );
  const prepared = await fill(belfry);
  return {
    title: titleOf('RabbitMQ'),
    unit: 'ms',
    ours: MEMBER,
    contenders: connecting(prepared, { url: `ws://127.0.0.1:${first.ports.ws}/mqtt`, filtersAtOnce: AT_ONCE.rabbitmq }),
    targets: [{ against: OWNER, atMost: 1.3 }],
    notes: [...prepared.notes, 'RabbitMQ asks the api about each filter, which keeps the list.'],
    rounds: 5,
    stop: async () => {
      await belfry.stop();
      await rabbitmq.stop();
    },
  };
}

/** The growth of a broker that nobody else has used, since what was freed before is used again. */
async function growthFor(wanted: string): Promise<number> {
  const belfry = await startBelfry();
  const { people, serials } = await fill(belfry);
  const { name: _name, ...person } = people.find(({ name }) => name === wanted) ?? { name: '', userId: 0, key: '' };
  const url = `ws://127.0.0.1:${belfry.wsPort}/mqtt`;
  const before = residentMib(belfry.pids.broker);
  const input = { url, ...person, serials, consoles: STAYING, filtersAtOnce: AT_ONCE.belfry, stay: true };
  const consoles = start(node('tests/bench/load/open-console.ts', JSON.stringify(input)), { core: 1 });
  await consoles.line((line) => line === 'connected');
  const grown = residentMib(belfry.pids.broker) - before;
  await consoles.stop();
  await belfry.stop();
  return Math.max(0, (grown * 1_024) / STAYING);
}

const prepareMemory = (): Promise<Measurement> =>
  Promise.resolve({
    title: `the broker’s memory per console of a member of ${SIZE.branches} branches with ${SIZE.devices} devices`,
    unit: 'kB',
    ours: MEMBER,
    contenders: [MEMBER, OWNER, ADMINISTRATOR].map((name) => ({ name, round: () => growthFor(name) })),
    targets: [{ atMost: 10_000, unit: 'kB' }],
    notes: [
      `${STAYING} consoles, the most that one person may have, with what is not collected yet; each time a new broker.`,
    ],
    rounds: 3,
    warmUp: false,
    stop: () => Promise.resolve(),
  });

/** What long access lists cost, at both engines. */
export const memberAccessRows: Row[] = [
  { name: 'member-access', prepare: prepareConnecting },
  { name: 'member-access-memory', prepare: prepareMemory },
  { name: 'member-access-rabbitmq', prepare: prepareRabbitmq },
];
