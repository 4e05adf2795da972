import { type WhereAnswer, type WhereItem, whereHttp } from '@belfry/schemas/http/places/where';
import type { CompanyNode } from '@belfry/schemas/http/companies/companies';
import { screen } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { SHOPS } from './tree-factory.ts';

const COMMON = { emblem: null, organisation_id: 1, organisation: null, online: 0 } as const;
const placed = (above: readonly WhereItem[]) => ({
  path: above.map(({ name }) => name).join(' / '),
  above: above.flatMap(({ company_id }) => company_id ?? []),
});

export const aPlaceItem = (
  company_id: number,
  name: string,
  above: readonly WhereItem[] = [],
  changes: Partial<WhereItem> = {},
): WhereItem => ({
  ...COMMON,
  ...placed(above),
  kind: 'place',
  company_id,
  group_id: null,
  serial: null,
  name,
  type: above.length === 0 ? 'Main' : 'Company',
  loudspeakers: 1,
  has_places: true,
  ...changes,
});

export const aSpeakerItem = (
  serial: string,
  name: string,
  { company_id, above }: { company_id: number | null; above: readonly WhereItem[] },
): WhereItem => ({
  ...COMMON,
  ...placed(above),
  kind: 'loudspeaker',
  company_id,
  group_id: null,
  serial,
  name,
  type: company_id === null ? null : 'Device',
  loudspeakers: 1,
  has_places: false,
});

export const aGroupItem = (group_id: number, name: string): WhereItem => ({
  ...COMMON,
  ...placed([]),
  kind: 'group',
  company_id: null,
  group_id,
  serial: null,
  name,
  type: null,
  loudspeakers: 2,
  has_places: false,
});

export const aWhereAnswer = (items: readonly WhereItem[], counts: Partial<WhereAnswer> = {}): WhereAnswer => ({
  items: [...items],
  more: false,
  places: null,
  loudspeakers: null,
  online: null,
  ...counts,
});

/** The nodes of a tree, of which those above come first. */
export function itemsOf(tree: readonly CompanyNode[], owner = 1): readonly WhereItem[] {
  const items = new Map<number, WhereItem>();
  for (const { company_id, parent_company_id, name, type, serial } of tree) {
    const parent = items.get(parent_company_id ?? 0);
    const above = parent ? [...parent.above.flatMap((id) => items.get(id) ?? []), parent] : [];
    const item = serial ? aSpeakerItem(serial, name, { company_id, above }) : aPlaceItem(company_id, name, above);
    items.set(company_id, { ...item, type, organisation_id: owner });
  }
  return [...items.values()];
}

/** `Main` with `North` and `South` below it, and their shops. */
const SHOP_ITEMS = itemsOf(SHOPS);

/** What the server answers to a search among these. */
export function answerWhere(body: unknown, items = SHOP_ITEMS): Response {
  const { text, below, targets } = whereHttp.find.body.parse(body);
  const named = targets && new Set([...targets.nodes, ...targets.except.nodes]);
  const found = items.filter(({ company_id, name, above }) => {
    if (named) return named.has(company_id ?? 0);
    return text === undefined ? (above.at(-1) ?? null) === (below ?? null) : name.includes(text);
  });
  return Response.json(aWhereAnswer(found, named && { places: 2, loudspeakers: 2, online: 2 }));
}

/** Types the name of a place into the field with this label, and chooses it. */
export async function choosePlace(user: UserEvent, name: string, label = 'Where'): Promise<void> {
  await user.type(screen.getByRole('combobox', { name: label }), name);
  await user.click(await screen.findByRole('option', { name: new RegExp(name) }));
}
