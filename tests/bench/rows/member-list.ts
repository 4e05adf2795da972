import { startBelfry } from '../lib/belfry.ts';
import { memberListsOf } from '../lib/member-lists.ts';
import { addBranches, type BenchUser } from '../lib/member-of-branches.ts';
import { runLoad } from '../lib/processes.ts';
import type { Contender, Measurement, Row, Target } from '../lib/row.ts';

const SIZE = { branches: 50, devices: 10_000 };
const CALLERS = 4;
/** The longest that a member waits, in times of the owner. */
const TIMES_OF_OWNER = 1.3;

async function prepare(): Promise<Measurement> {
  const belfry = await startBelfry();
  const branches = await addBranches(belfry.pool, SIZE);
  const contenders: Contender[] = [];
  const targets: Target[] = [];
  for (const list of memberListsOf(branches)) {
    const round = async (who: 'owner' | 'member', { key }: BenchUser): Promise<number> => {
      const calls = list.calls?.[who] ?? 1;
      const input = { port: belfry.httpPort, ...list[who], key, callers: CALLERS, requests: list.lists * calls };
      return (await runLoad<{ rate: number }>('tests/bench/load/request.ts', { core: 0, input })).rate / calls;
    };
    const [member, owner] = [`${list.name}, the member`, `${list.name}, the owner`];
    contenders.push({ name: member, round: () => round('member', branches.member) });
    contenders.push({ name: owner, round: () => round('owner', branches.owner) });
    if (!list.isMeasuredOnly) targets.push({ of: member, against: owner, atLeast: 1 / TIMES_OF_OWNER });
  }
  return {
    title: `lists of ${SIZE.devices} devices, for a member of the ${SIZE.branches} branches that have them and for their owner`,
    unit: 'lists/s',
    ours: contenders[0]?.name ?? '',
    contenders,
    targets,
    notes: [
      `${CALLERS} callers. As many devices again belong to somebody else.`,
      `A member may take ${TIMES_OF_OWNER} times as long as the owner: at least ${(1 / TIMES_OF_OWNER).toFixed(2)} of the rate.`,
      'The member asks for the trees of all branches one after another; the owner for that of the main company.',
    ],
    rounds: 5,
    stop: () => belfry.stop(),
  };
}

export const memberList: Row = { name: 'member-list', prepare };
