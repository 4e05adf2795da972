import type { Address } from '../../../lib/address/node-address.ts';
import { nodeOf, pathTo, type CompanyTree } from '../company-tree.ts';

const NOWHERE: Address = { continent: null, country: null, city: null, street: null, house: null, zip: null };

const addressIn = ({ continent, country, city, street, house, zip }: Address): Address => ({
  continent,
  country,
  city,
  street,
  house,
  zip,
});
const isSet = ({ city, street, house, zip }: Address): boolean => [city, street, house, zip].some(Boolean);

/** The address of a node: its own, else that of the nearest ancestor that has one; see TREE-30. */
export function addressOf(tree: CompanyTree, id: number): { address: Address; inherited: boolean } {
  const node = nodeOf(tree, id);
  if (!node) return { address: NOWHERE, inherited: false };
  if (isSet(node)) return { address: addressIn(node), inherited: false };
  const source = pathTo(tree, id).findLast(isSet);
  return source ? { address: addressIn(source), inherited: true } : { address: addressIn(node), inherited: false };
}
