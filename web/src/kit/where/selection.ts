import type { TargetsInput } from '@belfry/schemas/domain/targets';
import type { WhereItem } from '@belfry/schemas/http/places/where';

type Lists = Pick<TargetsInput, 'nodes' | 'groups' | 'devices'>;

/** Identifies what a list or a chip shows. */
export const keyOf = ({ kind, company_id, group_id, serial }: WhereItem): string =>
  kind === 'group' ? `group:${group_id}` : kind === 'loudspeaker' ? `loudspeaker:${serial}` : `place:${company_id}`;

/**
 * - `in`, `out`: selected, or excepted, by itself;
 * - `inherited`: a place above it is selected;
 * - `excluded`: a place above it is excepted, which nothing below can undo;
 * - `partial`: something below it is selected.
 */
export type Tick = 'in' | 'out' | 'inherited' | 'excluded' | 'partial' | 'none';

/**
 * @param selected what the targets name, as the server describes it
 * @param group the group among whose loudspeakers it is listed
 */
export function tickOf(
  item: WhereItem,
  targets: TargetsInput,
  selected: readonly WhereItem[],
  group: WhereItem | null = null,
): Tick {
  const { nodes = [], except = {} } = targets;
  if (item.above.some((id) => except.nodes?.includes(id))) return 'excluded';
  if (names(except, item)) return 'out';
  if (names(targets, item)) return 'in';
  if (item.above.some((id) => nodes.includes(id)) || (group && names(targets, group))) return 'inherited';
  const isBelow = ({ above }: WhereItem): boolean => item.company_id !== null && above.includes(item.company_id);
  return selected.some((one) => isBelow(one) && names(targets, one)) ? 'partial' : 'none';
}

/** The targets after a press on something: unticking what is below a selected place is an exception. What becomes redundant is removed. */
export function toggle(
  item: WhereItem,
  targets: TargetsInput,
  selected: readonly WhereItem[],
  group: WhereItem | null = null,
): TargetsInput {
  const tick = tickOf(item, targets, selected, group);
  if (tick === 'excluded') return targets;
  const { except = {} } = targets;
  if (tick === 'out') return { ...targets, except: without(except, [item]) };
  if (tick === 'inherited') return { ...targets, except: withOne(without(except, below(item, selected)), item) };
  const rest = below(item, selected);
  const cleared = { ...targets, ...without(targets, [item, ...rest]), except: without(except, rest) };
  return tick === 'in' ? cleared : { ...cleared, ...withOne(cleared, item) };
}

/** What a chip stands for: a place, group or loudspeaker that is selected, and the exceptions that it has. */
export type Chip = { item: WhereItem; but: readonly WhereItem[] };

/** The chips of a selection; an exception of a group, which is below no selected place, is one of the first chip. */
export function chipsOf(targets: TargetsInput, selected: readonly WhereItem[]): Chip[] {
  const { except = {} } = targets;
  const items = selected.filter((item) => names(targets, item));
  const exceptions = selected.filter((item) => names(except, item) && !names(targets, item));
  const ownerOf = (exception: WhereItem): WhereItem | undefined =>
    items.find(({ company_id }) => company_id !== null && exception.above.includes(company_id)) ?? items[0];
  return items.map((item) => ({ item, but: exceptions.filter((exception) => ownerOf(exception) === item) }));
}

/** Whether the targets name anything. */
export const isEmpty = ({ nodes = [], groups = [], devices = [] }: TargetsInput): boolean =>
  nodes.length + groups.length + devices.length === 0;

/** The node that the targets consist of; null where they are anything else. */
export function oneOf({ nodes = [], groups = [], devices = [], except = {} }: TargetsInput): number | null {
  const excepted = [except.nodes, except.groups, except.devices].some((ids = []) => ids.length > 0);
  return groups.length + devices.length === 0 && !excepted && nodes.length === 1 ? (nodes[0] ?? null) : null;
}

const below = ({ company_id }: WhereItem, selected: readonly WhereItem[]): WhereItem[] =>
  company_id === null ? [] : selected.filter(({ above }) => above.includes(company_id));

function names(
  { nodes = [], groups = [], devices = [] }: Lists,
  { kind, company_id, group_id, serial }: WhereItem,
): boolean {
  if (kind === 'group') return group_id !== null && groups.includes(group_id);
  if (serial !== null && devices.includes(serial)) return true;
  return company_id !== null && nodes.includes(company_id);
}

function withOne({ nodes = [], groups = [], devices = [] }: Lists, { kind, company_id, group_id, serial }: WhereItem) {
  if (kind === 'group') return { nodes, groups: group_id === null ? groups : [...groups, group_id], devices };
  if (kind === 'loudspeaker') return { nodes, groups, devices: serial === null ? devices : [...devices, serial] };
  return { nodes: company_id === null ? nodes : [...nodes, company_id], groups, devices };
}

const without = ({ nodes = [], groups = [], devices = [] }: Lists, gone: readonly WhereItem[]) => ({
  nodes: nodes.filter((id) => !gone.some(({ company_id }) => company_id === id)),
  groups: groups.filter((id) => !gone.some(({ group_id }) => group_id === id)),
  devices: devices.filter((id) => !gone.some(({ serial }) => serial === id)),
});
