import { COMPANY_LIMITS, NODE_DESCRIPTION_MAX, NODE_NAME_MAX } from '@belfry/schemas/domain/companies';
import type { CompanyNode } from '@belfry/schemas/http/companies/companies';
import type { EditCompany } from '../companies-api.ts';

export const NODE_FIELDS = ['name', 'description', 'city', 'street', 'house', 'zip'] as const;
export type NodeField = (typeof NODE_FIELDS)[number];
type NodeValues = Record<NodeField, string>;
/** The error of a field; a number is its maximum length. */
type Problem = 'required' | number;

const { name, description, city, street, house, zip } = COMPANY_LIMITS;
/** Maximum lengths in characters; see TREE-6. */
const MAX: Record<NodeField, number> = {
  name: NODE_NAME_MAX,
  description: NODE_DESCRIPTION_MAX,
  city,
  street,
  house,
  zip,
};
/** A main company has the limits of its own form, which is on the same page. */
const MAX_OF_MAIN: Record<NodeField, number> = { ...MAX, name, description };
const limitsOf = ({ type }: Pick<CompanyNode, 'type'>) => (type === 'Main' ? MAX_OF_MAIN : MAX);

/** `maxLength` of the inputs: for name and description above the limit, so that the excess is visible. */
const INPUT_MAX: Record<NodeField, number> = { ...MAX, name: 20, description: 30 };
export const inputMaxOf = ({ type }: Pick<CompanyNode, 'type'>) => (type === 'Main' ? MAX_OF_MAIN : INPUT_MAX);

const REQUIRED: ReadonlySet<NodeField> = new Set(['name', 'city', 'street', 'house']);

/** Only a company has an address; its descendants inherit it. */
export const hasLocation = ({ type }: Pick<CompanyNode, 'type'>): boolean => type === 'Company';

export const nodeValuesOf = (node: CompanyNode): NodeValues => ({
  name: node.name,
  description: node.description ?? '',
  city: node.city ?? '',
  street: node.street ?? '',
  house: node.house ?? '',
  zip: node.zip ?? '',
});

/** The error of one field. A longer text that was stored before, from another form, is accepted. */
export function problemOf(node: CompanyNode, field: NodeField, values: NodeValues): Problem | null {
  const text = values[field].trim();
  const isLocation = field !== 'name' && field !== 'description';
  if (isLocation && !hasLocation(node)) return null;
  if (text === '' && REQUIRED.has(field)) return 'required';
  const max = limitsOf(node)[field];
  return text.length > max && text !== nodeValuesOf(node)[field].trim() ? max : null;
}

/** An edit as the tree's editor sends it: the whole node with the values of the form. */
export function editOf(node: CompanyNode, values: NodeValues): EditCompany {
  const { company_id, user_id, type, continent, country, device_type, serial, emblem } = node;
  const text = (field: NodeField): string | null => values[field].trim() || null;
  const { city, street, house, zip } = hasLocation(node)
    ? { city: text('city'), street: text('street'), house: text('house'), zip: text('zip') }
    : node;
  return {
    company_id,
    user_id,
    type,
    name: values.name.trim(),
    description: text('description'),
    continent,
    country,
    city,
    street,
    house,
    zip,
    device_type,
    serial,
    emblem,
  };
}
