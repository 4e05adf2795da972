import type { PostalAddress } from '../../../lib/tree-nodes.ts';
import { nodeOf, pathTo, type CompanyTree } from './company-tree.ts';

const NOWHERE: PostalAddress = { continent: null, country: null, city: null, street: null, house: null, zip: null };

const addressIn = ({ continent, country, city, street, house, zip }: PostalAddress): PostalAddress => ({
  continent,
  country,
  city,
  street,
  house,
  zip,
});
const isSet = ({ city, street, house, zip }: PostalAddress): boolean => [city, street, house, zip].some(Boolean);

/** The postal address of a node: its own, else that of the nearest ancestor that has one; see TREE-30. */
export function postalAddressOf(tree: CompanyTree, id: number): { address: PostalAddress; inherited: boolean } {
  const node = nodeOf(tree, id);
  if (!node) return { address: NOWHERE, inherited: false };
  if (isSet(node)) return { address: addressIn(node), inherited: false };
  const source = pathTo(tree, id).findLast(isSet);
  return source ? { address: addressIn(source), inherited: true } : { address: addressIn(node), inherited: false };
}
