import i18next from 'i18next';
import { expect, it, vi } from 'vitest';
import { chooseLanguage, loadAllTexts, startSignInTexts } from './i18n.ts';

const late = Promise.withResolvers<void>();
vi.mock('../locales/ru-start.ts', async (original) => {
  await late.promise;
  return original();
});

it('has the texts of every screen in a language that was chosen just before the sign-in', async () => {
  await startSignInTexts();
  const chosen = chooseLanguage('ru');
  await loadAllTexts();
  expect(i18next.t('home:local_time.title')).toBe('Local time');
  late.resolve();
  await chosen;
  expect(i18next.t('home:local_time.title')).toBe('Местное время');
});
