import { runToEnd } from '@belfry/infra/local/processes/child';
import { ensureWebBuilt } from '@belfry/infra/local/web';
import { startBelfry } from '../lib/belfry.ts';
import type { Measurement, Row } from '../lib/row.ts';
import { openTreePage, type TreePage } from '../lib/browser/tree-console.ts';
import { insertTree } from '../lib/trees.ts';

const SIZE = { elements: 99, companies: 400, devices: 1_500, bound: 500 };
const NODES = 1 + SIZE.elements + SIZE.companies + SIZE.devices;
const FRAMES = 240;

type Parts = Pick<Measurement, 'title' | 'unit' | 'targets' | 'notes'> & { round: (page: TreePage) => Promise<number> };

const prepare = (parts: Parts) => async (): Promise<Measurement> => {
  await ensureWebBuilt(runToEnd);
  const belfry = await startBelfry();
  await belfry.provision(SIZE.bound);
  const page = await openTreePage(belfry, await insertTree(belfry.pool, belfry.userId, SIZE));
  return {
    ...parts,
    ours: 'Belfry',
    contenders: [{ name: 'Belfry', round: () => parts.round(page) }],
    rounds: 7,
    stop: async () => {
      await page.close();
      await belfry.stop();
    },
  };
};

let added = 0;

/** The company tree in a browser: a new node, and scrolling. */
export const treePageRows: Row[] = [
  {
    name: 'tree-page-add',
    prepare: prepare({
      title: `a new node in a tree of ${NODES} nodes, from the answer until it is painted`,
      unit: 'ms',
      targets: [{ atMost: 200, unit: 'ms' }],
      notes: ['Chromium with the console open. The tree reloads and highlights the node afterwards.'],
      round: (page) => page.add(`A${(added += 1)}`),
    }),
  },
  {
    name: 'tree-page-scroll',
    prepare: prepare({
      title: `frames per second while a tree of ${NODES} nodes is scrolled`,
      unit: 'frames/s',
      targets: [],
      notes: [`Chromium with the console open, ${FRAMES} frames of 48 px each. The screen has 60.`],
      round: (page) => page.scroll(FRAMES),
    }),
  },
];
