import { SCIM_OPERATIONS_MAX } from '@belfry/schemas/http/single-sign-on/scim';
import { attribute, invalidValue, readMembers } from './resource.ts';

type Document = Record<string, unknown>;
type Operation = { op: 'add' | 'remove' | 'replace'; path: string; value: unknown };

/** The name of a schema may stand before that of an attribute. */
const SCHEMA_PREFIX = /^urn:ietf:params:scim:schemas:[\w:.]+?:(?:User|Group):/i;

/**
 * The operations of a PATCH. Without a path, the attributes of the value are operations of their own. Names of operations may be in
 * upper case, as Entra ID writes them. Throws invalid_input.
 */
export function readOperations(body: unknown): Operation[] {
  const list = attribute(body, 'Operations');
  if (!Array.isArray(list) || list.length === 0) throw invalidValue('Operations are required');
  if (list.length > SCIM_OPERATIONS_MAX) throw invalidValue(`One call has ${SCIM_OPERATIONS_MAX} operations at most`);
  return list.flatMap((entry: unknown) => expand(entry));
}

function expand(entry: unknown): Operation[] {
  const op = String(attribute(entry, 'op')).toLowerCase();
  if (op !== 'add' && op !== 'remove' && op !== 'replace') throw invalidValue('An operation is add, remove or replace');
  const path = attribute(entry, 'path');
  const value = attribute(entry, 'value');
  if (typeof path === 'string' && path.trim() !== '')
    return [{ op, path: path.trim().replace(SCHEMA_PREFIX, ''), value }];
  if (op === 'remove') throw invalidValue('An operation that removes needs a path');
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw invalidValue('The value is no object');
  return Object.entries(value).map(([name, of]) => ({ op, path: name.replace(SCHEMA_PREFIX, ''), value: of }));
}

/** The attributes of a person that may be set, by their path in lower case. Others are ignored. */
const PERSON_PATHS: Readonly<Record<string, (document: Document, value: unknown) => void>> = {
  username: (document, value) => (document['userName'] = value),
  externalid: (document, value) => (document['externalId'] = value),
  displayname: (document, value) => (document['displayName'] = value),
  active: (document, value) => (document['active'] = value),
  name: (document, value) => setParts(document, value),
  'name.givenname': (document, value) => setParts(document, { givenName: value }),
  'name.familyname': (document, value) => setParts(document, { familyName: value }),
  'name.formatted': (document, value) => (document['displayName'] = value),
  emails: (document, value) => (document['emails'] = Array.isArray(value) ? value : [value]),
  'emails.value': (document, value) => setEmail(document, value),
};

function setParts(document: Document, value: unknown): void {
  const name = typeof value === 'object' && value !== null ? value : {};
  document['name'] = { ...(document['name'] as object), ...name };
}

const setEmail = (document: Document, value: unknown): void => {
  document['emails'] = [{ value, primary: true }];
};

/** Applies the operations to a person as this server describes them. Only an optional attribute can be removed. */
export function patchPerson(person: Document, operations: readonly Operation[]): Document {
  const document = { ...person };
  for (const { op, path, value } of operations) {
    // `emails[type eq "work"].value`: a person has one address here.
    const plain = path.replaceAll(/\[[^\]]*\]/g, '').toLowerCase();
    const set = Object.hasOwn(PERSON_PATHS, plain) ? PERSON_PATHS[plain] : undefined;
    if (!set) continue;
    if (op !== 'remove') set(document, value);
    else if (plain === 'externalid' || plain.startsWith('name.')) set(document, null);
    else if (plain === 'active') set(document, false);
  }
  return document;
}

export type GroupPatch = { name?: unknown; externalId?: unknown; members: Set<string> };

const ONE_MEMBER = /^members\[\s*value\s+eq\s+"([^"]*)"\s*\]$/i;

/** Throws invalid_input for a path that is unknown. */
export function patchGroup(present: readonly string[], operations: readonly Operation[]): GroupPatch {
  const patch: GroupPatch = { members: new Set(present) };
  for (const operation of operations) applyToGroup(patch, operation);
  return patch;
}

function applyToGroup(patch: GroupPatch, { op, path, value }: Operation): void {
  const one = ONE_MEMBER.exec(path)?.[1];
  const name = path.toLowerCase();
  if (one !== undefined) {
    if (op === 'remove') patch.members.delete(one);
    else for (const id of readMembers(one)) patch.members.add(id);
  } else if (name === 'members') {
    changeMembers(patch.members, op, value);
  } else if (name === 'displayname' && op !== 'remove') {
    patch.name = value;
  } else if (name === 'externalid') {
    patch.externalId = op === 'remove' ? null : value;
  } else if (name !== 'id' && name !== 'schemas' && name !== 'meta') {
    throw invalidValue(`${path.slice(0, 100)} of a group cannot be changed`);
  }
}

/** `remove` with members removes those, as Entra ID means it; without, all. */
function changeMembers(members: Set<string>, op: Operation['op'], value: unknown): void {
  const named = readMembers(value);
  const removesAll = op === 'replace' || (op === 'remove' && (value === undefined || value === null));
  if (removesAll) members.clear();
  if (op === 'remove') for (const id of named) members.delete(id);
  else for (const id of named) members.add(id);
}
