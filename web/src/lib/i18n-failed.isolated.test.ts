import i18next from 'i18next';
import { expect, it, vi } from 'vitest';
import { chooseLanguage, startI18n } from './i18n.ts';

vi.mock('../locales/en.ts', () => {
  throw new Error('the line is down');
});

it('keeps the language whose texts are there where those of another one cannot be loaded', async () => {
  localStorage.setItem('language', '"ru"');
  await startI18n();
  expect(i18next.t('home:local_time.title')).toBe('Местное время');
  await chooseLanguage('en');
  expect(i18next.t('home:local_time.title')).toBe('Местное время');
  expect(document.documentElement.lang).toBe('ru');
});
