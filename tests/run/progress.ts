import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { stripVTControlCharacters } from 'node:util';

/** The file to which the reporters write, so that the counts are known also when a run is stopped halfway. */
export const PROGRESS_FILE = 'BELFRY_TEST_PROGRESS';

/** Between the parts of a name: project, file, titles. */
export const SEPARATOR = ' › ';

/** A test that failed, for the people who read the end of a run. */
export type Failure = {
  /** File and title. */
  name: string;
  /** The first line of the error. */
  error: string;
  /** The command that runs it alone. */
  command: string;
};

/** What is repeated as a whole after a failure: a file of vitest, a story of Playwright. */
export type Unit = { name: string; planned: number; passed: number; failures: Failure[] };

type Entry = {
  /** The name of the unit. */
  unit: string;
  /** The number of tests, as a change of the number recorded before. */
  planned?: number;
  passed?: number;
  failure?: Failure;
};

/** Called by the reporters. Appends immediately, since a run that is killed cannot write a report at its end. */
export function recordProgress(entry: Entry): void {
  const file = process.env[PROGRESS_FILE];
  if (file) appendFileSync(file, `${JSON.stringify(entry)}\n`);
}

/** A planned test that did not pass has failed, was skipped, or was not reached. */
export function readProgress(file: string): Unit[] {
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  const units = new Map<string, Unit>();
  for (const line of lines) {
    const { unit: name, planned = 0, passed = 0, failure }: Entry = JSON.parse(line);
    const unit = units.get(name) ?? { name, planned: 0, passed: 0, failures: [] };
    units.set(name, unit);
    unit.planned += planned;
    unit.passed += passed;
    if (failure) unit.failures.push(failure);
  }
  return [...units.values()];
}

export const hasFailed = ({ planned, passed }: Unit): boolean => passed < planned;

/** The first line of an error message, without the colours of a terminal. */
export const firstLine = (message = 'failed without a message'): string =>
  (
    stripVTControlCharacters(message)
      .split('\n')
      .find((line) => line.trim() !== '') ?? ''
  ).trim();

/** Quoted for a shell. */
export const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;
