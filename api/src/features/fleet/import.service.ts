import { hashDevicePass } from '../../lib/password-hash.ts';
import {
  IMPORT_ERRORS_MAX,
  IMPORT_PREVIEW_MAX,
  type ImportAnswer,
  type ImportQuery,
  type ImportAction,
  type ImportError,
} from '@belfry/schemas/http/fleet/files';
import type { Kysely } from 'kysely';
import type { Database } from '../../db/database.ts';
import { countAttempt } from '../../http/rate-limit/rate-limit.ts';
import { type Actor, audit } from '../../audit/audit-log.repository.ts';
import { permittedOwners } from '../../people/owner-access.ts';
import type { OwnerPolicy } from '../../policies/owners.ts';
import { findNodePositions, lockNodePositions, companiesChanged } from '../companies/index.ts';
import {
  findBoundIds,
  findPresent,
  changeOwner,
  devicesChanged,
  insertImported,
  ownerChanged,
  setBindings,
  updateImported,
  type ImportedDevice,
  type OwnerChange,
  type PresentDevice,
} from '../devices/index.ts';
import type { DecodedText } from '../../lib/decode-text.ts';
import { readCsv, type ImportLine, type ReadFile } from './read-csv.ts';
import type { Deps } from '../../deps.ts';

const IMPORTS_PER_MINUTE = 20;

type Context = { deps: Deps; actor: Actor; policy: OwnerPolicy };

/**
 * Imports devices from CSV by their serial numbers; see DEV-51. A dry run answers what would happen. Throws unprocessable for a
 * text that is no such file, rate_limited while another large operation of the caller runs.
 */
export async function importDevices(
  context: Context,
  { text, encoding }: DecodedText,
  query: ImportQuery,
): Promise<ImportAnswer> {
  const { deps, actor } = context;
  const limit = { key: `device-import:${actor.user.id}`, hits: IMPORTS_PER_MINUTE, windowSeconds: 60 };
  await countAttempt(deps, [limit], 'Too many imports.');
  const file = { ...(await readCsv(text)), encoding };
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

function answerOf(
  file: ReadFile & { encoding: string },
  { planned, errors }: ImportPlan,
  applied: boolean,
): ImportAnswer {
  const all = [...file.errors, ...errors].toSorted((a, b) => a.line - b.line);
  const count = (counted: string): number => planned.filter(({ action }) => action === counted).length;
  return {
    applied,
    lines: file.total,
    create: count('create'),
    update: count('update'),
    unchanged: count('unchanged'),
    invalid: new Set(all.map(({ line }) => line)).size,
    errors: all.slice(0, IMPORT_ERRORS_MAX),
    ignored_columns: file.ignored,
    encoding: file.encoding,
    preview: planned
      .slice(0, IMPORT_PREVIEW_MAX)
      .map(({ line: { line, serial }, action }) => ({ line, serial, action })),
  };
}

/** Writes planned lines with a constant number of statements, and one more per owner of nodes. Returns what to do after the commit. */
async function writeImport(
  trx: Kysely<Database>,
  deps: Deps,
  planned: readonly PlannedLine[],
): Promise<() => Promise<void>> {
  const creating = planned.filter(({ action }) => action === 'create');
  const updating = planned.filter(({ action }) => action === 'update');
  const inserted = await insertImported(trx, await Promise.all(creating.map(valuesOf)));
  await updateImported(trx, await Promise.all(updating.map(valuesOf)));

  const ids = new Map(inserted.map(({ serial, device_id }) => [serial, device_id]));
  const bound = planned.flatMap(({ line: { serial }, present, node }) => {
    const device_id = present?.device_id ?? ids.get(serial);
    return node && device_id !== undefined ? [{ device_id, serial, user_id: present?.user_id ?? null, node }] : [];
  });
  const owners: OwnerChange[] = [];
  for (const [ownerId, devices] of Map.groupBy(bound, ({ node }) => node.user_id)) {
    owners.push(await changeOwner(trx, devices, ownerId));
  }
  await setBindings(
    trx,
    bound.map(({ device_id, node }) => ({ device_id, company_id: node.company_id })),
  );

  return async () => {
    const changed = [
      ...inserted.map(({ device_id }) => ({ device_id, user_id: null })),
      ...updating.flatMap(({ present }) => present ?? []),
    ];
    for (const [ownerId, devices] of Map.groupBy(changed, ({ user_id }) => user_id)) {
      const ids = devices.map(({ device_id }) => device_id);
      devicesChanged(deps, ids, ownerId);
    }
    for (const { node } of bound) companiesChanged(deps, node);
    for (const ownership of owners) await ownerChanged(deps, ownership);
    const blocked = updating.filter(({ line }) => line.mode === 'blocked').map(({ line }) => line.serial);
    if (blocked.length > 0) await deps.broker.disconnect('device', blocked);
  };
}
/** A pass is only hashed where it is stored. */
async function valuesOf({ line, present }: PlannedLine): Promise<ImportedDevice> {
  const { serial, pass, note, email, tags, mode } = line;
  const pass_hash = pass === null || present?.has_pass ? null : await hashDevicePass(pass);
  return { serial, pass_hash, note, email, tags, device_mode: mode };
}

type ImportNode = {
  company_id: number;
  tree_id: number;
  user_id: number;
  type: string;
  bound_id: number | null;
};
type PlannedLine = {
  line: ImportLine;
  present: PresentDevice | undefined;
  action: ImportAction;
  /** The node that the device joins; null where it stays where it is. */
  node: ImportNode | null;
};
type ImportPlan = { planned: PlannedLine[]; errors: ImportError[] };
/** Decides about each line. Lines that cannot be imported are in `errors`. `nodes`: those that the caller may change. */
function planImport(
  lines: readonly ImportLine[],
  present: ReadonlyMap<string, PresentDevice>,
  nodes: ReadonlyMap<number, ImportNode>,
): ImportPlan {
  const errors: ImportError[] = [];
  const taken = new Set<number>();
  const planned = lines.flatMap((line): PlannedLine[] => {
    const device = present.get(line.serial);
    const refusal = nodeRefusal(line, device, nodes, taken);
    if (refusal) {
      errors.push({ line: line.line, field: 'company_id', ...refusal });
      return [];
    }
    if (line.company_id !== null) taken.add(line.company_id);
    const joins = line.company_id !== null && line.company_id !== (device?.company_id ?? null);
    const node = joins ? (nodes.get(line.company_id ?? 0) ?? null) : null;
    return [{ line, present: device, node, action: actionOf(line, device, node) }];
  });
  return { planned, errors };
}
function actionOf(line: ImportLine, device: PresentDevice | undefined, node: ImportNode | null): ImportAction {
  if (!device) return 'create';
  const same =
    node === null &&
    (line.pass === null || device.has_pass) &&
    (line.note === null || line.note === device.note) &&
    (line.email === null || line.email === device.email) &&
    (line.tags === null || line.tags.join() === device.tags.join()) &&
    (line.mode === null || line.mode === device.device_mode);
  return same ? 'unchanged' : 'update';
}
function nodeRefusal(
  { company_id }: ImportLine,
  device: PresentDevice | undefined,
  nodes: ReadonlyMap<number, ImportNode>,
  taken: ReadonlySet<number>,
): Pick<ImportError, 'code' | 'reason'> | null {
  if (company_id === null || company_id === device?.company_id) return null;
  const node = nodes.get(company_id);
  if (node?.type !== 'Device') return { code: 'unknown_node', reason: `There is no device element ${company_id}` };
  if (device?.company_id != null) {
    return { code: 'bound_elsewhere', reason: 'The device is bound to another element. Unbind it there first.' };
  }
  if (taken.has(company_id) || node.bound_id !== null) {
    return { code: 'node_taken', reason: `Another device is bound to element ${company_id}` };
  }
  if (device && device.user_id !== null && device.user_id !== node.user_id) {
    return { code: 'other_owner', reason: 'The device and the element belong to different people' };
  }
  return null;
}
