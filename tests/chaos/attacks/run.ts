/** Runs one attack of faulty clients until the process is killed. Takes `Input` as JSON in the first argument. */
import os from 'node:os';
import type { Enrolled } from '../../support/processes/launched-product.ts';
import { forbiddenPublish, hugeTopics, manySubscriptions, wildcardFlood } from './authenticated.ts';
import { garbage, halfOpen, slowLoris, wrongPasswords } from './unauthenticated.ts';

export interface Input {
  attack: keyof typeof attacks;
  port: number;
  devices: Enrolled[];
}

const attacks = {
  halfOpen,
  garbage,
  slowLoris,
  hugeTopics,
  manySubscriptions,
  wildcardFlood,
  forbiddenPublish,
  wrongPasswords,
};

// Real attackers use other machines, so they must not take processor time from the product.
os.setPriority(10);
const { attack, port, devices } = JSON.parse(process.argv[2] ?? '{}') as Input;
await attacks[attack](port, devices);
