import { sayHttp } from '@belfry/schemas/http/announcements/say';
import { runsHttp } from '@belfry/schemas/http/commands/run-lists';
import { companiesHttp } from '@belfry/schemas/http/companies/companies';
import { bulkHttp } from '@belfry/schemas/http/devices/bulk';
import { devicesHttp } from '@belfry/schemas/http/devices/lists';
import { groupsHttp } from '@belfry/schemas/http/groups';
import { pathOf } from '../../support/http-client.ts';
import type { Branches } from './member-of-branches.ts';

/** What one person asks for to get a list: one call, or several calls in turn. */
type Asked = { paths: string[]; bodies?: object[] };

/** A list that the console shows, and what the owner and a member of all branches ask for to see the same. */
type MemberList = {
  name: string;
  owner: Asked;
  member: Asked;
  /** How many lists a round has, so that it takes seconds. */
  lists: number;
  /** How many calls make one list for each of them; by default one. */
  calls?: { owner: number; member: number };
  /** Has no target: it is no list of devices, or several calls; see infra/decisions/0044. */
  isMeasuredOnly?: true;
};

const PAGES = 20;
const PAGE_SIZE = 48;

const pagesOf = (query: object = {}): Asked => ({
  paths: Array.from({ length: PAGES }, (_, at) =>
    pathOf(devicesHttp.listOwn, { page_size: PAGE_SIZE, page: at + 1, ...query }),
  ),
});
const both = (name: string, asked: Asked, lists: number): MemberList => ({ name, owner: asked, member: asked, lists });
const reading = (...paths: string[]): Asked => ({ paths });
const posting = (path: string, ...bodies: object[]): Asked => ({ paths: [path], bodies });

/** The lists and counts of the console in which the devices of a tree are. */
export function memberListsOf({ main, branches, group }: Branches): MemberList[] {
  const treePath = pathOf(companiesHttp.tree);
  const treesOf = (nodes: readonly number[]): Asked =>
    posting(treePath, ...nodes.map((company_id) => ({ company_id, expandAll: true })));
  const targetsOf = (nodes: readonly number[]): object => ({ targets: { nodes } });
  const say = (nodes: readonly number[]): Asked =>
    posting(pathOf(sayHttp.preview), { text: 'Attention', ...targetsOf(nodes) });
  const everyDevice = { targets: { filter: {} } };
  return [
    both('pages', pagesOf(), 1_000),
    both('pages by the last message', pagesOf({ sort: '-last_seen' }), 200),
    both('pages of a search', pagesOf({ q: 'host-1' }), 100),
    both('pages of those online', pagesOf({ status: 'online' }), 300),
    both('pages of a tag', pagesOf({ tags: 'till' }), 300),
    both('all devices', reading(pathOf(devicesHttp.listOwn)), 20),
    both('waiting devices', reading(pathOf(devicesHttp.listWaiting, { page_size: PAGE_SIZE, page: 1 })), 500),
    both('tags', reading(pathOf(devicesHttp.tags)), 300),
    both('search of places', reading(pathOf(companiesHttp.search, { q: 'Node 1' })), 100),
    {
      name: 'all trees',
      owner: treesOf([main]),
      member: treesOf(branches),
      lists: 20,
      calls: { owner: 1, member: branches.length },
      isMeasuredOnly: true,
    },
    both('tree of a branch', treesOf(branches), 500),
    { ...both('groups', reading(pathOf(groupsHttp.list)), 200), isMeasuredOnly: true },
    both('devices of a group', reading(pathOf(groupsHttp.elements, { id: group })), 30),
    both('count for a change of many', posting(pathOf(bulkHttp.preview), everyDevice), 200),
    both('targets of a command run', posting(pathOf(runsHttp.preview), { command: 'reboot', ...everyDevice }), 50),
    { name: 'targets of an announcement', owner: say([main]), member: say(branches), lists: 10 },
  ];
}
