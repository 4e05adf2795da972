import i18next from 'i18next';
import { expect, it, vi } from 'vitest';
import { chooseLanguage, startI18n } from './i18n.ts';

vi.mock('../locales/ru.ts', () => {
  throw new Error('the line is down');
});

it('keeps the language whose texts are there where those of another one cannot be loaded', async () => {
  localStorage.setItem('language', '"en"');
  await startI18n();
  await chooseLanguage('ru');
  expect(i18next.t('home:local_time.title')).toBe('Local time');
  expect(document.documentElement.lang).toBe('en');
});
