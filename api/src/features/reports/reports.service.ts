import { type Report, REPORT_DEVICES_MAX, type ReportQuery } from '@belfry/schemas/http/reports';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../errors.ts';
import { countAttempt } from '../../http/rate-limit/rate-limit.ts';
import type { Caller } from '../../policies/accounts.ts';
import type { OwnerPolicy } from '../../policies/owners.ts';
import { type AlarmNode, findZone, requireNode } from '../alarms/index.ts';
import type { ReportSpan } from './availability.sql.ts';
import { monthIn } from './months.ts';
import { computeParts, countDevices, findKept, keepReport } from './reports.repository.ts';

type ReportDeps = Pick<Deps, 'config' | 'db' | 'long'>;

const PER_PERSON = { hits: 60, windowSeconds: 60 };
const DAY_MS = 86_400_000;
/** Coming and going of devices is kept so long; see DEV-62. */
const KEPT_DAYS = 90;
/** What devices report late still counts. */
const SETTLED_MS = 2 * DAY_MS;

/** @param path the field of the query, by which consoles say it in other languages */
const refused = (path: 'company_id' | 'month', message: string): AppError =>
  new AppError('unprocessable', message, { details: [{ path, message }] });

/**
 * A report as JSON. One of a month that has been over for two days is computed once. Throws not_found for a node that the caller must not know,
 * unprocessable for too many devices and for a month that has not begun or of which nothing is known any more, rate_limited, database_unavailable
 * after 30 s.
 */
export async function readReport(
  deps: ReportDeps,
  user: Caller,
  policy: OwnerPolicy,
  { company_id, month }: ReportQuery,
): Promise<string> {
  await countAttempt(deps, [{ key: `reports:${user.id}`, ...PER_PERSON }], 'Too many reports.');
  return reportOf(deps, user.id, await requireNode(deps.db, user, company_id, policy), month);
}

/** Does not ask whether somebody may read it. Throws as `readReport`. @param userId whose turn it takes */
export async function reportOf(
  deps: Pick<ReportDeps, 'db' | 'long'>,
  userId: number,
  node: AlarmNode,
  month: string,
): Promise<string> {
  const { company_id } = node;
  const kept = await findKept(deps.db, company_id, month);
  if (kept !== undefined) return kept;
  const zone = await findZone(deps.db, company_id);
  const { from, to } = monthIn(month, zone);
  const now = Date.now();
  const since = now - KEPT_DAYS * DAY_MS;
  if (from > now) throw refused('month', 'This month has not begun');
  if (to < since)
    throw refused('month', `Figures are kept for ${KEPT_DAYS} days, and nobody has read this report before`);
  const until = Math.min(to, now);
  const span = {
    companyId: company_id,
    ownerId: node.user_id,
    from: new Date(from),
    to: new Date(until),
    since: new Date(since),
  };
  const parts = await deps.long.read(userId, async ({ db }) => {
    if ((await countDevices(db, span)) > REPORT_DEVICES_MAX)
      throw refused('company_id', `A report has ${REPORT_DEVICES_MAX} devices at most: choose a place below this one`);
    return computeParts(db, span);
  });
  const report = join({ node, month, zone, span }, parts);
  if (to + SETTLED_MS < now) await keepReport(deps.db, { company_id, month, owner_id: node.user_id, report });
  return report;
}

type Head = { node: AlarmNode; month: string; zone: string; span: ReportSpan };

/** The parts are JSON already: with thousands of devices they are not parsed here. */
function join(
  { node, month, zone, span: { from, to, since } }: Head,
  { availability, alarms, announcements }: Awaited<ReturnType<typeof computeParts>>,
): string {
  const head = {
    company_id: node.company_id,
    name: node.name,
    month,
    time_zone: zone,
    from,
    to,
    figures_from: since > from ? since : from,
  } satisfies Record<
    keyof Pick<Report, 'company_id' | 'name' | 'month' | 'time_zone' | 'from' | 'to' | 'figures_from'>,
    unknown
  >;
  const inner = (json: string): string => json.trim().slice(1, -1);
  return `{${inner(JSON.stringify(head))},${inner(availability)},"alarms":${alarms},${inner(announcements)}}`;
}
