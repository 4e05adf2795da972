import { describe, expect, it } from 'vitest';
import { TopicTree } from './topic-tree.ts';

const treeOf = (...paths: string[]): TopicTree<string> => {
  const tree = new TopicTree<string>();
  for (const path of paths) tree.set(path, path);
  return tree;
};

describe('filters that match a topic', () => {
  const tree = treeOf('#', '+', 'a', 'a/#', 'a/+', 'a/b', 'a/+/c', '+/b/#', '/a', '$SYS/#', '$SYS/+/x');
  it.each([
    ['a', ['#', '+', 'a', 'a/#']],
    ['a/b', ['#', 'a/#', 'a/+', 'a/b', '+/b/#']],
    ['a/b/c', ['#', 'a/#', 'a/+/c', '+/b/#']],
    ['a/', ['#', 'a/#', 'a/+']],
    ['/a', ['#', '/a']],
    ['$SYS/n/x', ['$SYS/#', '$SYS/+/x']],
    ['$x', []],
  ])('%s', (topic, expected) => expect(tree.matchTopic(topic).toSorted()).toEqual(expected.toSorted()));
});

describe('topics that match a filter', () => {
  const tree = treeOf('a', 'a/b', 'a/b/c', 'a/d', 'e/b', '/a', '$SYS/x');
  it.each([
    ['#', ['a', 'a/b', 'a/b/c', 'a/d', 'e/b', '/a']],
    ['a/#', ['a', 'a/b', 'a/b/c', 'a/d']],
    ['+/b', ['a/b', 'e/b']],
    ['a/+', ['a/b', 'a/d']],
    ['+/+/c', ['a/b/c']],
    ['+/a', ['/a']],
    ['$SYS/#', ['$SYS/x']],
    ['+/x', []],
    ['a/b', ['a/b']],
    ['nowhere/#', []],
  ])('%s', (filter, expected) => expect(tree.matchFilter(filter).toSorted()).toEqual(expected.toSorted()));
});

it('removes empty branches, and only those', () => {
  const tree = treeOf('a/b/c', 'a/b');
  tree.delete('a/b');
  expect([tree.get('a/b'), tree.get('a/b/c')]).toEqual([undefined, 'a/b/c']);
  tree.delete('a/b/c');
  tree.delete('never/there');
  expect(tree.matchFilter('#')).toEqual([]);
});
