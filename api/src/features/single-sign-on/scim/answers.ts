import { SCIM_SCHEMAS, type ScimGroup, type ScimUser } from '@belfry/schemas/http/single-sign-on/scim';
import { AppError } from '../../../errors.ts';
import { Reply, type Wire } from '../../../http/routes/route.ts';
import type { ListedGroup, ListedPerson } from './directory.repository.ts';

/** @param base the address of the interface, before `/Users` */
export const toUser = (person: ListedPerson, base: string): Wire<ScimUser> => ({
  schemas: [SCIM_SCHEMAS.user],
  id: String(person.person_id),
  ...(person.external_id !== null && { externalId: person.external_id }),
  userName: person.user_name,
  displayName: person.name,
  name: {
    formatted: person.name,
    ...(person.given_name !== null && { givenName: person.given_name }),
    ...(person.family_name !== null && { familyName: person.family_name }),
  },
  emails: [{ value: person.email, type: 'work', primary: true }],
  active: person.active,
  groups: person.groups,
  meta: {
    resourceType: 'User',
    created: person.created_at,
    lastModified: person.changed_at,
    location: `${base}/Users/${person.person_id}`,
  },
});

export const toGroup = (group: ListedGroup, base: string): Wire<ScimGroup> => ({
  schemas: [SCIM_SCHEMAS.group],
  id: String(group.group_id),
  ...(group.external_id !== null && { externalId: group.external_id }),
  displayName: group.name,
  members: group.members,
  meta: {
    resourceType: 'Group',
    created: group.created_at,
    lastModified: group.changed_at,
    location: `${base}/Groups/${group.group_id}`,
  },
});

/** @param offset of the first resource, from 0 */
export const toList = <T>(resources: T[], { total, offset }: { total: number; offset: number }) => ({
  schemas: [SCIM_SCHEMAS.list],
  totalResults: total,
  startIndex: offset + 1,
  itemsPerPage: resources.length,
  Resources: resources,
});

type ScimError = { schemas: string[]; status: string; scimType?: string; detail: string };

export async function answering<T>(work: () => Promise<T>, status = 200): Promise<Reply<T | ScimError>> {
  try {
    return Reply.of<T | ScimError>(await work(), { status });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { retryAfterSeconds } = error;
    const headers: Record<string, string> =
      retryAfterSeconds === undefined ? {} : { 'Retry-After': String(retryAfterSeconds) };
    const scimType = SCIM_TYPES[error.code];
    const body: ScimError = {
      schemas: [SCIM_SCHEMAS.error],
      status: String(error.status),
      ...(scimType !== undefined && { scimType }),
      detail: error.message,
    };
    return Reply.of<T | ScimError>(body, { status: error.status, headers });
  }
}

const SCIM_TYPES: Partial<Record<AppError['code'], string>> = {
  invalid_input: 'invalidValue',
  conflict: 'uniqueness',
  user_exists: 'uniqueness',
};
