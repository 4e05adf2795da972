import { allows } from '@belfry/schemas/domain/actions';
import type { RightsMask } from '@belfry/schemas/domain/rights';
import { useTranslation } from '../../../lib/translation.ts';
import { useRights } from '../../teams/teams-api.ts';
import { type Task, type TaskId, TASKS } from './tasks.ts';

/** Words that say nothing of the task. */
const SMALL = new Set(
  'a an the at in on to of for my me i how do can is it and or с в на по из к у и или как мне мой моя мою ich wie der die das ein eine einen um am im zu und oder mein meine'.split(
    ' ',
  ),
);
/** Endings of words differ: so many letters of a longer word count. */
const STEM = 4;
/** Of the words of a question, so many must be those of the task. */
const SHARE = 0.6;

const askedIn = (question: string): string[] => wordsOf(question).filter((word) => !SMALL.has(word) && !isTime(word));

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\d]+(?::\d+)?/gu) ?? [];
const isTime = (word: string): boolean => /^\d/.test(word);

/** How much of a question the words of a task have: 0 to 1. */
export function scoreOf(question: string, task: string): number {
  const asked = askedIn(question);
  if (asked.length === 0) return 0;
  const words = wordsOf(task);
  const matched = asked.filter((word) => words.some((each) => each.startsWith(word.slice(0, STEM))));
  return matched.length / asked.length;
}

export type Answer = { id: TaskId; title: string };

/**
 * The tasks that a question may mean, the best first; all for an empty one. Only what the person may do.
 * @param isSearch other things are searched for with the same words, so that one word alone means a task only by its title
 */
export function useTasks(question: string, { isSearch = false } = {}): Answer[] {
  const { t } = useTranslation('help');
  const rights = useRights();
  const answers = (Object.keys(TASKS) as TaskId[])
    .filter((id) => isOffered(id, rights))
    .map((id) => ({ id, title: t(`tasks.${id}.title`), words: t(`tasks.${id}.words`) }));
  if (question.trim() === '') return answers;
  // A time alone says what is meant only where nothing but tasks is searched.
  if (!isSearch && askedIn(question).length === 0)
    return answers.filter(({ title }) => title.toLowerCase().includes(question.trim().toLowerCase()));
  const byTitle = isSearch && askedIn(question).length < 2;
  return answers
    .map((answer) => ({
      answer,
      score: scoreOf(question, byTitle ? answer.title : `${answer.title} ${answer.words}`),
    }))
    .filter(({ score }) => score >= SHARE)
    .toSorted((one, other) => other.score - one.score)
    .map(({ answer }) => answer);
}

function isOffered(id: TaskId, rights: RightsMask): boolean {
  const task: Task = TASKS[id];
  const { needs } = task;
  return needs === undefined || allows(rights, needs);
}
