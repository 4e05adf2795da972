import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { ROOT } from './local/paths.ts';

const FOLDER = join(ROOT, 'infra/prometheus');
const read = (file: string): unknown => parse(readFileSync(join(FOLDER, file), 'utf8'));

describe('the alert rules', () => {
  const alerts = z
    .object({ groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string() })) })) })
    .parse(read('alerts.yml'))
    .groups.flatMap(({ rules }) => rules.map(({ alert }) => alert));

  it('are each tested while they fire', () => {
    const alertTest = z.object({ alertname: z.string(), exp_alerts: z.array(z.unknown()) });
    const { tests } = z
      .object({ tests: z.array(z.object({ alert_rule_test: z.array(alertTest) })) })
      .parse(read('alerts.test.yml'));
    const firing = new Set(
      tests.flatMap(({ alert_rule_test }) =>
        alert_rule_test.flatMap(({ alertname, exp_alerts }) => (exp_alerts.length > 0 ? alertname : [])),
      ),
    );
    expect(alerts.filter((name) => !firing.has(name))).toEqual([]);
  });
});
