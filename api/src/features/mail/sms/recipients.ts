import { countSmsParts } from '@belfry/schemas/domain/sms-parts';
import { fillSmsText } from '@belfry/schemas/domain/sms-template';
import { DATE_LOCALES, type TextLanguage } from '@belfry/schemas/domain/text-languages';
import { withoutLinks } from '@belfry/schemas/domain/without-links';
import { SMS_RECIPIENTS_MAX, type SmsPreviewBody } from '@belfry/schemas/http/mail/sms';
import type { Kysely } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { AppError, notFound } from '../../../errors.ts';
import { permittedNodes } from '../../../people/owner-access.ts';
import type { Caller } from '../../../policies/accounts.ts';
import { canReadNode, readableNodes, type OwnerPolicy } from '../../../policies/owners.ts';
import { isMember } from '../../../policies/rights.ts';
import { findEffectiveSettings, findResponsible } from '../../places/index.ts';
import { findConfirmed } from '../outbox/index.ts';
import { findBranches } from './sms.repository.ts';

export type Recipient = {
  phone: string;
  /** null for a typed number. */
  name: string | null;
  place: string | null;
  language: TextLanguage;
  text: string;
  parts: number;
};

export type Sender = { user: Caller; policy: OwnerPolicy };

type Person = {
  name: string | null;
  language: TextLanguage;
  /** Their full names by their names. */
  places: Map<string, string>;
  time_zone: string;
};

const PLACES_SHOWN = 3;
const DEFAULT_ZONE = '+03:00';

/**
 * Everybody who gets the message, each phone number once, with the text that they get, see SMS-2; and how many responsible people
 * have no phone number, or have not confirmed it. `skipsAbove`: people of a node above are left out, which the user may not read. Throws not_found for a node that the policy does not permit, forbidden where a member may read
 * it all the same, unprocessable for too many recipients.
 */
export async function findRecipients(
  db: Kysely<Database>,
  { user, policy }: Sender,
  { nodes, numbers, text }: SmsPreviewBody,
  now: Date,
): Promise<{ recipients: Recipient[]; withoutPhone: number; unconfirmed: number; skipsAbove: boolean }> {
  const { people, withoutPhone, skipsAbove, time_zone, owners } = await findPeople(db, { user, policy }, nodes);
  const confirmed = await findConfirmed(db, [...people.keys()], owners);
  const unconfirmed = [...people.keys()].filter((phone) => !confirmed.has(phone) && !numbers.includes(phone));
  for (const phone of unconfirmed) people.delete(phone);
  for (const phone of numbers) {
    if (!people.has(phone)) people.set(phone, { name: null, language: 'en', places: new Map(), time_zone });
  }
  if (people.size > SMS_RECIPIENTS_MAX) {
    throw new AppError('unprocessable', `At most ${SMS_RECIPIENTS_MAX} recipients at once`);
  }
  const timeIn = createTimes(now);
  const recipients = Array.from(people, ([phone, person]) => addressed(phone, person, text, timeIn));
  return { recipients, withoutPhone, unconfirmed: unconfirmed.length, skipsAbove };
}

async function findPeople(db: Kysely<Database>, { user, policy }: Sender, nodes: readonly number[]) {
  const people = new Map<string, Person>();
  if (nodes.length === 0) return { people, withoutPhone: 0, skipsAbove: false, time_zone: DEFAULT_ZONE, owners: [] };
  const branch = await findBranches(db, readableNodes(user), nodes);
  const tops = new Set(branch.map(({ top_id }) => top_id));
  const permitted = await permittedNodes(db, user, branch, policy);
  if (tops.size < new Set(nodes).size) throw missing();
  if (permitted.size < branch.length) throw await refusalOf(db, user, branch);
  const nodesById = new Map(branch.map((node) => [node.company_id, node]));
  const [responsible, settings] = [
    await findResponsible(db, [...nodesById.keys()]),
    await findEffectiveSettings(db, [...tops]),
  ];
  const sources = branch.flatMap(({ company_id, user_id }) => {
    const source = responsible.get(company_id)?.source_company_id ?? null;
    return source === null ? [] : [{ company_id: source, user_id }];
  });
  const read = await permittedNodes(db, user, uniqueNodes(sources), canReadNode);
  let skipsAbove = false;
  const unreachable = new Set<string>();
  const seen = new Set<string>();
  for (const { company_id, top_id } of branch) {
    const { people: list = [], source_company_id } = responsible.get(company_id) ?? {};
    if (list.length > 0 && !read.has(source_company_id ?? 0)) {
      skipsAbove = true;
      continue;
    }
    // Thousands of nodes may inherit one list, which says the same for each of them.
    const source = `${source_company_id} ${top_id}`;
    if (seen.has(source)) continue;
    seen.add(source);
    const place = nodesById.get(source_company_id ?? 0) ?? nodesById.get(top_id);
    const time_zone = settings.get(top_id)?.time_zone.value ?? DEFAULT_ZONE;
    for (const { name, phone, language, email } of list) {
      if (phone === null) unreachable.add(`${name} ${email}`);
      else {
        const person = people.get(phone) ?? { name, language, places: new Map<string, string>(), time_zone };
        if (place) person.places.set(place.name, [place.path, place.name].filter(Boolean).join(' / '));
        people.set(phone, person);
      }
    }
  }
  const [first] = settings.values();
  const owners = [...new Set(branch.map(({ user_id }) => user_id))];
  return {
    people,
    withoutPhone: unreachable.size,
    skipsAbove,
    time_zone: first?.time_zone.value ?? DEFAULT_ZONE,
    owners,
  };
}

const uniqueNodes = <T extends { company_id: number }>(nodes: readonly T[]): T[] => [
  ...new Map(nodes.map((node) => [node.company_id, node])).values(),
];

const missing = (): AppError => notFound('A selected place does not exist');

/** Why somebody may not text people of some of these nodes: they must not know of one, or only read them. */
async function refusalOf(
  db: Kysely<Database>,
  user: Caller,
  branch: readonly { company_id: number; user_id: number }[],
): Promise<AppError> {
  const reads = isMember(user) && (await permittedNodes(db, user, branch, canReadNode)).size === branch.length;
  return reads ? new AppError('forbidden', 'You may see all of these places, but not text their people') : missing();
}

type Times = { time: string; date: string };

function createTimes(now: Date): (language: Person['language'], timeZone: string) => Times {
  const timesByKey = new Map<string, Times>();
  return (language, timeZone) => {
    const key = `${language} ${timeZone}`;
    const format = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(DATE_LOCALES[language], { timeZone, ...options }).format(now);
    const times = timesByKey.get(key) ?? { time: format({ timeStyle: 'short' }), date: format({ dateStyle: 'long' }) };
    timesByKey.set(key, times);
    return times;
  };
}

function addressed(
  phone: string,
  { name, language, places, time_zone }: Person,
  text: string,
  timeIn: ReturnType<typeof createTimes>,
): Recipient {
  const place = placesText([...places.keys()]);
  const filled = fillSmsText(text, {
    place: withoutLinks(place),
    name: withoutLinks(name ?? ''),
    ...timeIn(language, time_zone),
  }).trim();
  const fullNames = placesText([...places.values()]);
  return { phone, name, place: fullNames || null, language, text: filled, parts: countSmsParts(filled).parts };
}

const placesText = (places: readonly string[]): string =>
  places.length <= PLACES_SHOWN
    ? places.join(', ')
    : `${places.slice(0, PLACES_SHOWN).join(', ')} +${places.length - PLACES_SHOWN}`;
