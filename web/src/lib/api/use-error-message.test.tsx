import { cleanup, screen } from '@testing-library/react';
import { textLanguageOf, type TextLanguage } from '@belfry/schemas/domain/text-languages';
import { errorCodeSchema } from '@belfry/schemas/http/errors';
import { INVITATION_TEXTS, NO_ROOM_TEXTS, refusalKeyOf } from '@belfry/schemas/http/refusal-texts';
import { afterEach, describe, expect, it } from 'vitest';
import { startI18n } from '../i18n.ts';
import en from '../../locales/en/server.json' with { type: 'json' };
import de from '../../locales/de/server.json' with { type: 'json' };
import ru from '../../locales/ru/server.json' with { type: 'json' };
import { openPage } from '../../testing/open-page.tsx';
import type { ApiError } from './api-error.ts';
import { useErrorMessage } from './use-error-message.ts';

afterEach(async () => {
  cleanup();
  localStorage.clear();
  await startI18n();
});

const Shown = ({ error }: { error: ApiError }) => <p role="note">{useErrorMessage()(error)}</p>;
async function shown(language: TextLanguage, error: Pick<ApiError, 'status' | 'code' | 'message'>) {
  await openPage(<Shown error={{ ...error, details: [] }} />, () => undefined, { language });
  return (await screen.findByRole('note')).textContent;
}

const REFUSALS = [
  ...Object.values(NO_ROOM_TEXTS).map((message) => ({ status: 422, code: 'unprocessable', message }) as const),
  ...[INVITATION_TEXTS.needed, INVITATION_TEXTS.off].map(
    (message) => ({ status: 403, code: 'forbidden', message }) as const,
  ),
  { status: 410, code: 'link_expired', message: INVITATION_TEXTS.ended },
  { status: 422, code: 'unprocessable', message: INVITATION_TEXTS.other },
] as const;

describe.each(REFUSALS)('$message', (error) => {
  const key = refusalKeyOf(error.message);

  it('is Russian on a Russian page', async () => {
    if (key === undefined) throw new Error('no key');
    expect(ru[key]).toMatch(/^[А-Я]/);
    expect(await shown('ru', error)).toBe(ru[key]);
  });

  it('is the text of the server on an English page', async () => {
    if (key === undefined) throw new Error('no key');
    expect(en[key]).toBe(error.message);
    expect(await shown('en', error)).toBe(error.message);
  });
});

const CODES = errorCodeSchema.options.filter((code) => code in ru);

it.each(CODES)('says %s in Russian and in German', async (code) => {
  for (const [language, texts] of Object.entries({ ru, de })) {
    const text = Object.entries(texts).find(([key]) => key === code)?.[1];
    expect(await shown(textLanguageOf(language), { status: 400, code, message: 'A text in English' })).toBe(text);
    cleanup();
  }
});

it('says other refusals as the server does', async () => {
  expect(await shown('ru', { status: 422, code: 'unprocessable', message: 'The playlist is empty' })).toBe(
    'The playlist is empty',
  );
});
