/** Storms of broken clients in a process of their own, until it is killed. Input (JSON, first argument): see `Input`. */
import os from 'node:os';
import type { Enrolled } from '../../support/launched-product.ts';
import { forbiddenPublish, hugeTopics, manySubscriptions, wildcardFlood } from './members.ts';
import { garbage, halfOpen, slowLoris, wrongPasswords } from './strangers.ts';

export interface Input {
  storm: keyof typeof storms;
  port: number;
  devices: Enrolled[];
}

const storms = {
  halfOpen,
  garbage,
  slowLoris,
  hugeTopics,
  manySubscriptions,
  wildcardFlood,
  forbiddenPublish,
  wrongPasswords,
};

// Attackers have machines of their own: here they take what the product leaves.
os.setPriority(10);
const { storm, port, devices } = JSON.parse(process.argv[2] ?? '{}') as Input;
await storms[storm](port, devices);
