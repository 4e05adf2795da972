import type { CompanyNode } from '@belfry/schemas/http/companies/companies';
import { companyTypeSchema } from '@belfry/schemas/domain/companies';

/** The order of siblings: without regard to case, and with numbers in order; see TREE-12. */
const { compare } = new Intl.Collator('und', { numeric: true });

type Nodes = readonly CompanyNode[];

/** The list with another node, before the first sibling whose name is greater; the same list where its parent is missing. */
export function withNode(nodes: Nodes, node: CompanyNode): Nodes {
  const parent = nodes.findIndex(({ company_id }) => company_id === node.parent_company_id);
  if (parent < 0 || nodes.some(({ company_id }) => company_id === node.company_id)) return nodes;
  const next = nodes.findIndex(
    ({ parent_company_id, name }) => parent_company_id === node.parent_company_id && compare(name, node.name) > 0,
  );
  return nodes.toSpliced(next < 0 ? nodes.length : next, 0, node);
}

/** The list with a changed node, which takes its place among its siblings; the same list where it is missing. */
export function withChange(nodes: Nodes, changed: Partial<CompanyNode> & Pick<CompanyNode, 'company_id'>): Nodes {
  const before = nodes.find(({ company_id }) => company_id === changed.company_id);
  if (!before) return nodes;
  const known = Object.entries(changed).filter(([key, value]) => key in before && value !== undefined);
  const node = { ...before, ...Object.fromEntries(known) };
  if (node.name === before.name && node.parent_company_id === before.parent_company_id) {
    return nodes.map((each) => (each === before ? node : each));
  }
  const others = nodes.filter((each) => each !== before);
  const placed = withNode(others, node);
  // A main company has no parent.
  return placed === others ? nodes.map((each) => (each === before ? node : each)) : placed;
}

type NewNode = { name: string; parent_company_id?: unknown; type?: number | string | undefined; zipCode?: unknown };

/** The node that a request has created below a parent, as the tree will contain it. */
export function nodeOfRequest(
  company_id: number,
  body: NewNode & Record<string, unknown>,
  parent: CompanyNode,
): CompanyNode {
  const text = (value: unknown): string | null =>
    typeof value === 'string' && value.trim() !== '' ? value.trim() : null;
  return {
    company_id,
    parent_company_id: parent.company_id,
    user_id: parent.user_id,
    name: body.name.trim(),
    description: text(body['description']),
    type: companyTypeSchema.catch('Element').parse(body.type),
    continent: text(body['continent']),
    country: text(body['country']),
    city: text(body['city']),
    street: text(body['street']),
    house: text(body['house']),
    zip: text(body['zip'] ?? body.zipCode),
    device_type: (body['device_type'] as CompanyNode['device_type'] | undefined) ?? null,
    serial: null,
    status: null,
    emblem: text(body['emblem']),
  };
}
