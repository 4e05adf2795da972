import { MAIL_SUBJECT_MAX, type ScenarioActionOf } from '@belfry/schemas/http/scenarios/actions';
import type { TextLanguage } from '@belfry/schemas/domain/text-languages';
import { countSmsParts } from '@belfry/schemas/domain/sms-parts';
import { canonicalRecipient } from '@belfry/schemas/http/mail/recipients';
import { withoutLinks } from '@belfry/schemas/domain/without-links';
import type { ScenarioMissed } from '@belfry/schemas/http/scenarios/scenarios';
import type { Kysely } from 'kysely';
import type { Actor } from '../../../audit/audit-log.repository.ts';
import type { Config } from '../../../config/config.ts';
import type { Database } from '../../../db/database.ts';
import type { Deps } from '../../../deps.ts';
import { shortLink } from '../../../lib/console-link.ts';
import { createShortToken, hashKey } from '../../../lib/keys.ts';
import { mapYielding } from '../../../lib/map-yielding.ts';
import { chargeOf, openBudget, queueMessages, readBudget } from '../../mail/outbox/index.ts';
import type { Act, Acting, ActOutcome, Acts, CheckContext } from './act.ts';
import { insertReceipts, type NewReceipt } from '../receipts.repository.ts';
import { fillWritten, timeValues } from '../variables.ts';
import { findPeople, permitNodes, permitRecipients, type Person, type Reached, sortPeople } from './recipients.ts';
import { reportOf } from './speech.ts';

type Message = ScenarioActionOf<'sms' | 'mail'>;
/** In answers of the check; the ledger has the reasons of its own. */
const EXCEEDED = 'The budget of messages is used up';
/** One statement has so many rows. */
const AT_ONCE = 500;

const ASKS: Record<TextLanguage, string> = {
  en: 'Please answer here:',
  ru: 'Ответьте здесь:',
  de: 'Bitte hier antworten:',
};

type Written = { subject: string | null; text: string; missing: string[] };

/** Values are names and typed texts, of which mail programs and phones must make no links. */
function written(action: Message, values: Values, { lang }: { lang: TextLanguage }, { zone, at }: When): Written {
  const safe = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, withoutLinks(value)]));
  const all = { ...safe, ...timeValues(at, { zone, lang }) };
  const text = fillWritten(action.text, all);
  if (action.kind === 'sms') return { subject: null, ...text };
  const subject = fillWritten(action.subject, all);
  // What was typed may have several lines, which a subject does not.
  return {
    subject: subject.text.replaceAll(/\s+/g, ' ').slice(0, MAIL_SUBJECT_MAX).toWellFormed(),
    text: text.text,
    missing: [...new Set([...subject.missing, ...text.missing])],
  };
}

type When = { zone: string; at: Date };
type Values = Readonly<Record<string, string>>;

/** What everybody gets who reads a language: of 5,000 people it is written once. */
function createWriter(action: Message, values: Values, when: When): (lang: TextLanguage) => Written {
  const known = new Map<TextLanguage, Written>();
  return (lang) => {
    const text = known.get(lang) ?? written(action, values, { lang }, when);
    known.set(lang, text);
    return text;
  };
}

/** Of a link with which they answer; it is as long as a real one. */
const linkOf = (config: Config, token: string): string => shortLink(config, '/a', token);

const withLink = (text: string, lang: TextLanguage, link: string | null): string =>
  link === null ? text : `${text}\n\n${ASKS[lang]} ${link}`;

async function checkMessage({ deps, place, values, urgent }: CheckContext, action: Message) {
  const { db, config } = deps;
  const people = await findPeople(db, place.owner_id, action.recipients, { urgent });
  const { reached, missed: without } = await sortPeople(db, place.owner_id, people, action.kind);
  const budget = await readBudget(
    db,
    config,
    place.owner_id,
    reached.map(({ address }) => address),
  );
  const when = { zone: values.zone ?? 'UTC', at: new Date() };
  const write = createWriter(action, values, when);
  const sample = write('en');
  const missed: ScenarioMissed[] = without.map(({ who, reason }) => ({ who, reason, detail: null }));
  let parts = 0;
  const charged = await mapYielding(reached, (person) => {
    const { text } = write(person.lang);
    const body = withLink(text, person.lang, action.asks ? linkOf(config, createShortToken()) : null);
    const message = { channel: action.kind, recipient: person.address, text: body, user_id: place.owner_id };
    parts += action.kind === 'sms' ? countSmsParts(body).parts : 0;
    return { person, exceeded: budget.take(chargeOf(message, 'scenario')) };
  });
  for (const { person, exceeded } of charged)
    if (exceeded !== null) missed.push({ who: person.name, reason: 'quota', detail: null });
  if (people.length === 0) missed.push({ who: action.kind, reason: 'nobody', detail: null });
  const refused = charged.filter(({ exceeded }) => exceeded !== null).length;
  const common = { reached: reached.length - refused, missed, missing: sample.missing };
  return action.kind === 'sms' ? { ...common, parts } : common;
}

/** Queues the messages and stores a receipt for everybody, those who get none included, in the transaction of the action's state. */
async function startMessage(deps: Deps, { user }: Actor, { run, index }: Acting, action: Message): Promise<ActOutcome> {
  const { db, config, jobs } = deps;
  await permitNodes(db, { user, ownerId: run.owner_id }, action.recipients);
  const people = await findPeople(db, run.owner_id, action.recipients, run);
  const { reached, missed } = await sortPeople(db, run.owner_id, people, action.kind);
  const { missing } = createWriter(action, run.variables, { zone: run.zone, at: run.began_at })('en');
  const prepared = await mapYielding(reached, createPrepare(config, action, { run, index }));
  return {
    state: reached.length === 0 ? 'failed' : 'done',
    reason: reportOf(missing) ?? (reached.length === 0 ? 'Nobody gets it' : null),
    async store(trx) {
      const { scenario_run_id } = run;
      const receipts: NewReceipt[] = missed.map(({ who, reason }) => ({
        scenario_run_id,
        index,
        who,
        state: 'failed',
        reason,
      }));
      const refused = await queuePrepared(trx, { config, jobs }, run, prepared);
      await insertReceipts(trx, named([...receipts, ...refused]));
    },
  };
}

type Addressed = Pick<Reached, 'name' | 'email' | 'phone' | 'lang' | 'address'>;
type Prepared = ReturnType<ReturnType<typeof createPrepare>>;

/** What one person gets, with a link of their own where it asks. */
export function createPrepare(config: Config, action: Message, { run, index }: Pick<Acting, 'run' | 'index'>) {
  const write = createWriter(action, run.variables, { zone: run.zone, at: run.began_at });
  return (to: Addressed) => {
    const { subject, text } = write(to.lang);
    const token = action.asks ? createShortToken() : null;
    const link = token === null ? null : linkOf(config, token);
    // Somebody who gets a mail and an SMS is one person.
    const person = (to.email && canonicalRecipient(to.email)) ?? to.phone ?? to.name;
    return { kind: action.kind, index, to, person, token, link, subject, text: withLink(text, to.lang, link) };
  };
}

/** Queues what the budget of the organisation has room for, with receipts. @returns receipts of those who get nothing, which are not stored */
export async function queuePrepared(
  trx: Kysely<Database>,
  { config, jobs }: Pick<Deps, 'config' | 'jobs'>,
  { scenario_run_id, owner_id }: Pick<Acting['run'], 'scenario_run_id' | 'owner_id'>,
  prepared: readonly Prepared[],
): Promise<NewReceipt[]> {
  const budget = await openBudget(
    trx,
    config,
    owner_id,
    prepared.map(({ to }) => to.address),
  );
  const taken: Prepared[] = [];
  const refused: NewReceipt[] = [];
  for (const one of prepared) {
    if (budget.take(chargeOf(messageOf(one, owner_id), 'scenario')) === null) taken.push(one);
    else refused.push({ scenario_run_id, index: one.index, who: one.to.name, state: 'failed', reason: EXCEEDED });
  }
  for (let at = 0; at < taken.length; at += AT_ONCE) {
    const some = taken.slice(at, at + AT_ONCE);
    const messages = some.map((one) => messageOf(one, owner_id));
    const ids = await queueMessages(trx, jobs, messages, 'scenario');
    await insertReceipts(
      trx,
      some.map(({ index, to, person, token }, position) => ({
        scenario_run_id,
        index,
        who: to.name,
        state: 'queued',
        message_id: ids[position] ?? null,
        recipient: to.address,
        lang: to.lang,
        token_hash: token === null ? null : hashKey(token),
        person,
      })),
    );
  }
  return refused;
}

/** So many who get nothing are named in a run; the others are counted. */
const NAMED_MAX = 100;

export function named(receipts: readonly NewReceipt[]): NewReceipt[] {
  const [first] = receipts;
  const rest = receipts.length - NAMED_MAX;
  if (!first || rest <= 0) return [...receipts];
  return [...receipts.slice(0, NAMED_MAX), { ...first, who: `+${rest}` }];
}

const messageOf = ({ kind, to, subject, text, link }: Prepared, ownerId: number) => ({
  channel: kind,
  kind: 'scenario' as const,
  user_id: ownerId,
  recipient: to.address,
  lang: to.lang,
  subject,
  text,
  html: null,
  ...(link !== null && { link }),
});

const message = {
  permit: ({ deps, user, place }: CheckContext, { recipients }: Message) =>
    permitRecipients(deps.db, { user, ownerId: place.owner_id }, recipients),
  check: checkMessage,
  start: startMessage,
};

/** A message in a browser is of use for so long. */
const PUSH_TTL_S = 3_600;

const push: Act<'push'> = {
  permit: ({ deps, user, place }, { recipients }) =>
    permitRecipients(deps.db, { user, ownerId: place.owner_id }, recipients),
  async check({ deps, place, values, urgent }, { title, text, recipients }) {
    const people = withAccount(await findPeople(deps.db, place.owner_id, recipients, { urgent }));
    const missed: ScenarioMissed[] = people.flatMap((person) => {
      const reason = unpushed(person);
      return reason === null ? [] : [{ who: person.name, reason, detail: null }];
    });
    const reached = people.length - missed.length;
    if (people.length === 0) missed.push({ who: 'push', reason: 'nobody', detail: null });
    const all = { ...values, ...timeValues(new Date(), { zone: values.zone ?? 'UTC', lang: 'en' }) };
    const missing = [title, text].flatMap((part) => fillWritten(part, all).missing);
    return { reached, missed, missing: [...new Set(missing)] };
  },
  async start(deps, { user }, { run, index }, { title, text, recipients }) {
    await permitNodes(deps.db, { user, ownerId: run.owner_id }, recipients);
    const people = withAccount(await findPeople(deps.db, run.owner_id, recipients, run));
    const reached = people.filter((person) => unpushed(person) === null);
    const sample = { ...run.variables, ...timeValues(run.began_at, { zone: run.zone, lang: 'en' }) };
    const missing = new Set([title, text].flatMap((part) => fillWritten(part, sample).missing));
    return {
      state: reached.length === 0 ? 'failed' : 'done',
      reason: reportOf([...missing]) ?? (reached.length === 0 ? 'Nobody gets it' : null),
      async store(trx) {
        const { scenario_run_id } = run;
        const ids = await insertReceipts(
          trx,
          people.map((person) => {
            const reason = unpushed(person);
            const state = reason === null ? ('queued' as const) : ('failed' as const);
            return { scenario_run_id, index, who: person.name, lang: person.lang, state, reason };
          }),
        );
        const receiptOf = new Map(people.map(({ user_id }, position) => [user_id ?? 0, ids[position] ?? 0]));
        await deps.push.tell(
          trx,
          reached.flatMap(({ user_id }) => user_id ?? []),
          {
            urgency: 'high',
            ttlS: PUSH_TTL_S,
            receiptOf,
            write({ lang, time_zone }) {
              const all = { ...run.variables, ...timeValues(run.began_at, { zone: time_zone, lang }) };
              const tag = `belfry-scenario-${run.scenario_run_id}-${index}`;
              const url = `/scenarios/runs/${run.scenario_run_id}`;
              return { kind: 'ask', title: fillWritten(title, all).text, body: fillWritten(text, all).text, url, tag };
            },
          },
        );
      },
    };
  },
};

/** Why somebody gets no message in a browser. */
const unpushed = ({ has_browser, quiet }: Person) => (quiet ? 'outside_hours' : has_browser ? null : 'no_browser');

const withAccount = <P extends { user_id: number | null }>(people: readonly P[]): P[] => [
  ...new Map(people.filter(({ user_id }) => user_id !== null).map((person) => [person.user_id, person])).values(),
];

export const MESSAGE_ACTS: Acts<'sms' | 'mail' | 'push'> = { sms: message, mail: message, push };
