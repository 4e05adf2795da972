import { isDeepStrictEqual } from 'node:util';
import type { Answer, HttpClient } from '../http-client.ts';
import { type Installation, type Person } from './installation-of-500.ts';
import { fieldsOf, isList, isOfEverybody, type Read } from './reads.ts';

/** What was answered, by who asked and what: `7 get /messages`. */
export type Answers = Map<string, { status: number; total: string | null; body: unknown }>;

const AT_ONCE = 8;

/** Asks for everything: those who own much, and administrators, for all lists and all of that by its id, and everybody for the lists of what they own. */
export async function recordAnswers(
  api: Pick<HttpClient, 'call'>,
  reads: readonly Read[],
  { people, contents }: Installation,
): Promise<Answers> {
  const answers: Answers = new Map();
  const ask = async (who: string, { key }: Person, read: Read, fields: object): Promise<void> => {
    const answer: Answer<unknown> = await api.call(read.spec, { key }, fields);
    const { status, body } = answer;
    // Each refusal names its request.
    const said = status >= 400 ? (body as { code?: string }).code : body;
    answers.set(`${who} ${read.name}`, { status, body: said, total: answer.headers.get('x-total-count') });
  };
  const lists = reads.filter(isList);
  const isReader = ({ id, role }: Person): boolean => role !== 'user' || contents.has(id);
  const waiting = people.values();
  const askForLists = async (): Promise<void> => {
    for (const person of waiting)
      for (const read of isReader(person) ? lists : lists.filter(isOfEverybody))
        await ask(`${person.role} ${person.id}`, person, read, plainFields(read, contents));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, askForLists));
  for (const person of people.filter(isReader))
    for (const [owner, content] of contents)
      for (const read of reads.filter((each) => !isList(each)))
        await ask(`${person.role} ${person.id} of ${owner}`, person, read, fieldsOf(read, content));
  return answers;
}

/** Lists have the same fields for everybody, of whatever they are. */
function plainFields(read: Read, contents: Installation['contents']): object {
  const [content] = contents.values();
  if (!content) throw new Error('nobody owns anything');
  return fieldsOf(read, content);
}

/** The differences of two recordings: `get /messages [].created_by: added`, one of each field for all that ask. */
export function findDifferences(before: Answers, after: Answers): string[] {
  const differences = new Map<string, string>();
  for (const [asked, answer] of before) {
    const name = asked.slice(asked.search(/(get|post) /));
    const found = after.get(asked);
    compare(answer.body, found?.body, `${name} `, differences);
    if (answer.status !== found?.status)
      differences.set(`${name} status`, `${asked}: ${answer.status} became ${found?.status}`);
    if (answer.total !== found?.total)
      differences.set(`${name} total`, `${asked}: the total ${answer.total} became ${found?.total}`);
  }
  return [...differences.values()].sort();
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const shown = (value: unknown): string => JSON.stringify(value)?.slice(0, 60) ?? 'nothing';

function compare(before: unknown, after: unknown, at: string, differences: Map<string, string>): void {
  if (isDeepStrictEqual(before, after)) return;
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
    for (const [index, item] of before.entries()) compare(item, after[index], `${at}[]`, differences);
  } else if (isObject(before) && isObject(after)) {
    for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
      if (!(name in before)) differences.set(`${at}.${name}`, `${at}.${name}: added`);
      else compare(before[name], after[name], `${at}.${name}`, differences);
    }
  } else differences.set(at, `${at}: ${shown(before)} became ${shown(after)}`);
}
