import {
  IMPORT_ERRORS_MAX,
  IMPORT_PREVIEW_MAX,
  type ImportAnswer,
  type ImportQuery,
} from '@belfry/schemas/http/devices/files';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { countAttempt } from '../../http/rate-limit/rate-limit.ts';
import type { OwnerPolicy } from '../../policies/owners.ts';
import { audit, type Actor } from '../audit/index.ts';
import { findNodePositions, lockNodePositions } from '../companies/index.ts';
import { findBoundIds, findPresent } from '../devices/index.ts';
import { permittedOwners } from '../users/index.ts';
import { planImport, type ImportNode, type ImportPlan } from './import-plan.ts';
import { writeImport } from './import-writer.ts';
import { readCsv, type ImportLine, type ReadFile } from './read-csv.ts';
import type { Deps } from '../../deps.ts';

const IMPORTS_PER_MINUTE = 20;

type Context = { deps: Deps; actor: Actor; policy: OwnerPolicy };

/**
 * Imports devices from CSV by their serial numbers; see DEV-51. A dry run answers what would happen. Throws unprocessable for a
 * text that is no such file, rate_limited while another large operation of the caller runs.
 */
export async function importDevices(context: Context, text: string, query: ImportQuery): Promise<ImportAnswer> {
  const { deps, actor } = context;
  const limit = { key: `device-import:${actor.user.id}`, hits: IMPORTS_PER_MINUTE, windowSeconds: 60 };
  await countAttempt(deps, [limit], 'Too many imports.');
  const file = await readCsv(text);
  if (query.dry_run === '1') {
    const plan = await deps.long.read(actor.user.id, ({ db }) => makePlan(context, db, file.lines, { lock: false }));
    return answerOf(file, plan, false);
  }
  const { plan, applied, done } = await deps.long.job(actor.user.id, async (trx) => {
    const plan = await makePlan(context, trx, file.lines, { lock: true });
    const complete = file.errors.length + plan.errors.length === 0;
    if (!complete && query.lines === 'all') return { plan, applied: false, done: undefined };
    const done = await writeImport(trx, deps, plan.planned);
    const serials = plan.planned.flatMap(({ action, line }) => (action === 'unchanged' ? [] : [line.serial]));
    const entry = { action: 'device.import', object_kind: 'devices', object_id: serials.length } as const;
    await audit(trx, actor, { ...entry, details: { lines: file.total, serials } });
    return { plan, applied: true, done };
  });
  await done?.();
  return answerOf(file, plan, applied);
}

/** With `lock` nodes are locked before devices, as all transactions do. */
async function makePlan(
  { actor, policy }: Context,
  db: Kysely<Database>,
  lines: readonly ImportLine[],
  { lock }: { lock: boolean },
): Promise<ImportPlan> {
  const nodeIds = [...new Set(lines.flatMap(({ company_id }) => company_id ?? []))];
  const positions = await (lock ? lockNodePositions : findNodePositions)(db, nodeIds);
  const serials = lines.map(({ serial }) => serial);
  const present = await findPresent(db, serials, { lock });
  const owners = await permittedOwners(db, actor.user, [...new Set(positions.map(({ user_id }) => user_id))], policy);
  const bound = new Map((await findBoundIds(db, nodeIds)).map(({ company_id, device_id }) => [company_id, device_id]));
  const nodes = new Map<number, ImportNode>(
    positions
      .filter(({ user_id }) => owners.has(user_id))
      .map(({ company_id, tree_id, user_id, type }) => [
        company_id,
        { company_id, tree_id, user_id, type, bound_id: bound.get(company_id) ?? null },
      ]),
  );
  return planImport(lines, new Map(present.map((device) => [device.serial, device])), nodes);
}

function answerOf(file: ReadFile, { planned, errors }: ImportPlan, applied: boolean): ImportAnswer {
  const all = [...file.errors, ...errors].toSorted((a, b) => a.line - b.line);
  const count = (wanted: string): number => planned.filter(({ action }) => action === wanted).length;
  return {
    applied,
    lines: file.total,
    create: count('create'),
    update: count('update'),
    unchanged: count('unchanged'),
    invalid: new Set(all.map(({ line }) => line)).size,
    errors: all.slice(0, IMPORT_ERRORS_MAX),
    ignored_columns: file.ignored,
    preview: planned
      .slice(0, IMPORT_PREVIEW_MAX)
      .map(({ line: { line, serial }, action }) => ({ line, serial, action })),
  };
}
