import { existsSync, readFileSync } from 'node:fs';

/** The part of a mutation report that is counted (the mutation-testing-elements schema). */
interface MutationReport {
  files: Record<string, { mutants: Mutant[] }>;
}
interface Mutant {
  mutatorName: string;
  replacement?: string;
  status: 'Killed' | 'Timeout' | 'Survived' | 'NoCoverage' | 'CompileError' | 'RuntimeError' | 'Ignored' | 'Pending';
  location: { start: { line: number } };
}

export interface Score {
  detected: number;
  total: number;
  /** One line per undetected mutant: file, line and replacement. */
  undetected: string[];
}

const DETECTED = new Set<Mutant['status']>(['Killed', 'Timeout']);
const UNDETECTED = new Set<Mutant['status']>(['Survived', 'NoCoverage']);

/**
 * Counts the mutants of a report, without those that cannot run.
 * @throws when Stryker wrote no report.
 */
export function readScore(reportFile: string): Score {
  if (!existsSync(reportFile)) throw new Error('Stryker wrote no report');
  const { files } = JSON.parse(readFileSync(reportFile, 'utf8')) as MutationReport;
  const mutants = Object.entries(files).flatMap(([file, { mutants }]) =>
    mutants.map((mutant) => ({ file, ...mutant })),
  );
  const detected = mutants.filter(({ status }) => DETECTED.has(status)).length;
  const undetected = mutants.filter(({ status }) => UNDETECTED.has(status));
  return {
    detected,
    total: detected + undetected.length,
    undetected: undetected.map(
      ({ file, location, status, mutatorName, replacement }) =>
        `${file}:${location.start.line} ${status} ${mutatorName} → ${(replacement ?? '').replaceAll(/\s+/g, ' ').slice(0, 80)}`,
    ),
  };
}

export const percentOf = ({ detected, total }: Pick<Score, 'detected' | 'total'>): number =>
  total === 0 ? 100 : (100 * detected) / total;
