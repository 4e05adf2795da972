import { readPeople } from '@belfry/api/features/users/read-people';
import { phoneSchema } from '@belfry/schemas/domain/phone';
import { countSmsParts } from '@belfry/schemas/domain/sms-parts';
import { responsiblePersonSchema } from '@belfry/schemas/http/companies/responsible-people';
import { smsPreviewBodySchema } from '@belfry/schemas/http/mail/sms';
import { addUserBodySchema } from '@belfry/schemas/http/users/changes';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const rowsOf = (name: string): [string, string][] =>
  readFileSync(new URL(`phones/${name}`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => line.split('\t') as [string, string]);

/** What each place makes of a typed number: its stored form, or the first reason. */
const PLACES: Record<string, (phone: string) => Promise<string> | string> = {
  'a form': (phone) => outcomeOf(phoneSchema.safeParse(phone)),
  'a new account': (phone) =>
    outcomeOf(
      addUserBodySchema.safeParse({ email: 'ann@example.org', pass: 'Secret-1', name: 'Ann', role: 'user', phone }),
      'phone',
    ),
  'people of places': (phone) =>
    outcomeOf(responsiblePersonSchema.safeParse({ name: 'Ann', email: null, phone, language: 'en' }), 'phone'),
  'text messages': (phone) => outcomeOf(smsPreviewBodySchema.safeParse({ text: 'x', numbers: [phone] }), 'numbers'),
  'an import': async (phone) => {
    const { people, errors } = await readPeople(`name\temail\tphone\nAnn Bell\tann@example.org\t${phone}\n`);
    return people[0]?.phone ?? errors[0]?.reason ?? '';
  },
};

type Parsed = { success: boolean; data?: unknown; error?: { issues: { message: string }[] } };
function outcomeOf({ success, data, error }: Parsed, field?: string): string {
  if (!success) return error?.issues[0]?.message ?? '';
  return String(field === undefined ? data : (data as Record<string, unknown>)[field]);
}

describe.each(Object.entries(PLACES))('%s', (_, read) => {
  it.each(rowsOf('typed.tsv'))('%s', async (typed, right) => {
    const [stored, reason] = right.split(/(?: \(in a file\))?(?:, or )?(?:refused: )/);
    const outcome = await read(typed);
    if (reason === undefined) expect(outcome).toBe(stored?.replace(' (in a file)', ''));
    else expect(reasonWords(outcome)).toContain(reasonWords(reason));
  });
});

/** What the error has to say, without the words around it. */
function reasonWords(text: string): string {
  if (text.includes('code of the country')) return 'country';
  if (text.includes('extension')) return 'extension';
  return text.includes('rounded') ? 'rounded' : text;
}

describe('the parts of a text message', () => {
  it.each(rowsOf('sms_parts.tsv'))('%s', (written, right) => {
    const text = written.replaceAll(/(.)\\x(\d+)/gu, (_all, character: string, times: string) =>
      character.repeat(Number(times)),
    );
    expect(countSmsParts(text).parts).toBe(Number.parseInt(right, 10));
  });
});
