import { describe, expect, it } from 'vitest';
import { patchGroup, patchPerson, readOperations } from './patch.ts';
import { readMembers, readPerson } from './resource.ts';

const operations = (...list: unknown[]) => readOperations({ Operations: list });
const PERSON = {
  userName: 'a@b.test',
  displayName: 'Ann',
  active: true,
  externalId: 'x',
  emails: [{ value: 'a@b.test' }],
};

describe('the operations of a PATCH', () => {
  it.each([
    [{}, 'required'],
    [{ Operations: [] }, 'required'],
    [{ Operations: [{ op: 'move', path: 'active' }] }, 'add, remove or replace'],
    [{ Operations: [{ op: 'remove' }] }, 'needs a path'],
    [{ Operations: [{ op: 'add', value: 'text' }] }, 'no object'],
    [{ Operations: Array.from({ length: 201 }, () => ({ op: 'add', path: 'active', value: true })) }, 'at most'],
  ])('%j are refused', (body, text) => expect(() => readOperations(body)).toThrow(text));

  it('are read in any case, with the names of schemas, and apart for each attribute of a value', () => {
    const path = 'urn:ietf:params:scim:schemas:core:2.0:User:active';
    expect(operations({ OP: 'Replace', Path: path, Value: 'False' }, { op: 'add', value: { a: 1, b: 2 } })).toEqual([
      { op: 'replace', path: 'active', value: 'False' },
      { op: 'add', path: 'a', value: 1 },
      { op: 'add', path: 'b', value: 2 },
    ]);
  });

  it('set and remove attributes of a person, and ignore those that are not known', () => {
    const patched = patchPerson(
      PERSON,
      operations(
        { op: 'replace', path: 'name.givenName', value: 'Anna' },
        { op: 'add', path: 'emails[type eq "work"].value', value: 'c@b.test' },
        { op: 'remove', path: 'externalId' },
        { op: 'replace', path: '__proto__', value: { polluted: true } },
        { op: 'replace', path: 'constructor', value: 'x' },
        { op: 'replace', path: 'active', value: 'false' },
      ),
    );
    expect(readPerson(patched)).toMatchObject({
      given_name: 'Anna',
      email: 'c@b.test',
      external_id: null,
      active: false,
      name: 'Ann',
    });
    expect({}).not.toHaveProperty('polluted');
  });

  it('change members one by one and together', () => {
    const membersAfter = (...list: unknown[]) => [...patchGroup(['1', '2'], operations(...list)).members];
    expect(membersAfter({ op: 'add', path: 'members', value: [{ value: '3' }] })).toEqual(['1', '2', '3']);
    expect(membersAfter({ op: 'remove', path: 'members[value eq "1"]' })).toEqual(['2']);
    expect(membersAfter({ op: 'remove', path: 'members', value: [{ value: '2' }] })).toEqual(['1']);
    expect(membersAfter({ op: 'remove', path: 'members' })).toEqual([]);
    expect(membersAfter({ op: 'replace', path: 'members', value: [{ value: '9' }] })).toEqual(['9']);
    expect(membersAfter({ op: 'replace', value: { members: [] } })).toEqual([]);
    expect(() => membersAfter({ op: 'replace', path: 'owners', value: [] })).toThrow('cannot be changed');
  });
});

it('members are texts and numbers, each once', () => {
  expect(readMembers([{ value: '5' }, '6', { Value: 5 }, { value: 'x' }])).toEqual(['5', '6', 'x']);
  for (const wrong of [[{}], [{ value: {} }], ['']]) expect(() => readMembers(wrong)).toThrow('The value of a member');
});
