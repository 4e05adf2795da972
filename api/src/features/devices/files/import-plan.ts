import type { ImportAction, ImportError } from '@belfry/schemas/http/devices/files';
import type { PresentDevice } from '../index.ts';
import type { ImportLine } from './read-csv.ts';

/** A node to which lines bind devices, with the device that is bound to it now. */
export type ImportNode = {
  company_id: number;
  tree_id: number;
  user_id: number;
  type: string;
  bound_id: number | null;
};

/** What an import does with a valid line. */
export type PlannedLine = {
  line: ImportLine;
  present: PresentDevice | undefined;
  action: ImportAction;
  /** The node that the device joins; null where it stays where it is. */
  node: ImportNode | null;
};

export type ImportPlan = { planned: PlannedLine[]; errors: ImportError[] };

/** Decides about each line. Lines that cannot be imported are in `errors`. `nodes`: those that the caller may change. */
export function planImport(
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
