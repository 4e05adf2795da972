import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from './local/paths.ts';

const FOLDER = join(ROOT, 'infra/prometheus');
const promtool = (...args: string[]) => spawnSync('promtool', args, { cwd: FOLDER, encoding: 'utf8' });

describe('the alert rules', () => {
  it('are valid, with the configuration that loads them', () => {
    const { status, stderr } = promtool('check', 'config', 'prometheus.yml');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  it('fire and rest as their tests say', () => {
    const { status, stdout, stderr } = promtool('test', 'rules', 'alerts.test.yml');
    expect({ status, output: status === 0 ? '' : stdout + stderr }).toEqual({ status: 0, output: '' });
  });
});
