import { z } from 'zod';

export const TREE_VIEWS = ['tree', 'devices'] as const;
export type TreeViewName = (typeof TREE_VIEWS)[number];

const addressSchema = z.object({
  view: z.enum(TREE_VIEWS).catch('tree'),
  find: z.string().trim().max(200).catch(''),
});
/** The parameters of the tree's view in the address; others belong to the page. */
export type TreeAddress = z.infer<typeof addressSchema>;

export const readTreeAddress = (address: URLSearchParams): TreeAddress =>
  addressSchema.parse(Object.fromEntries(address));

/** Defaults are left out. */
export function changeTreeAddress(address: URLSearchParams, change: Partial<TreeAddress>): URLSearchParams {
  const next = new URLSearchParams(address);
  const { view, find } = { ...readTreeAddress(address), ...change };
  if (view === 'tree') next.delete('view');
  else next.set('view', view);
  if (find === '') next.delete('find');
  else next.set('find', find);
  return next;
}
