import { expect, it } from 'vitest';
import en from '../../../locales/en/help.json';
import de from '../../../locales/de/help.json';
import ru from '../../../locales/ru/help.json';
import { scoreOf } from './find-tasks.ts';

const best = ({ tasks }: typeof en | typeof ru | typeof de, question: string) =>
  Object.entries(tasks)
    .map(([id, { title, words }]) => ({ id, score: scoreOf(question, `${title} ${words}`) }))
    .toSorted((one, other) => other.score - one.score)
    .find(({ score }) => score >= 0.6)?.id;

it.each([
  ['ring a bell at 8:00', 'bell'],
  ['say a sentence', 'say'],
  ['add a loudspeaker', 'speaker'],
  ['let somebody in', 'people'],
  ['invite a colleague', 'people'],
  ['why is it not working', 'wrong'],
  ['play the radio', 'music'],
  ['mute during an exam', 'silence'],
  ['change my password', 'account'],
])('%s is the task %s', (question, task) => expect(best(en, question)).toBe(task));

it.each([
  ['звонок в 8:00', 'bell'],
  ['пригласить коллегу', 'people'],
  ['добавить колонку', 'speaker'],
  ['почему нет звука', 'wrong'],
])('%s is the task %s', (question, task) => expect(best(ru, question)).toBe(task));

it.each([
  ['um 8:00 läuten', 'bell'],
  ['eine Kollegin einladen', 'people'],
])('%s is the task %s', (question, task) => expect(best(de, question)).toBe(task));

it.each(['harbour', 'closing soon', 'at 8:00', 'say closing soon to harbour'])('%s asks for no task', (question) =>
  expect(best(en, question)).toBeUndefined(),
);
