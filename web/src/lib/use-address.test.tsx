import { act, cleanup, renderHook } from '@testing-library/react';
import { useLocation, useNavigate } from 'react-router';
import { afterEach, expect, it } from 'vitest';
import { atAddress } from '../testing/at-address.tsx';
import { useAddress } from './address.ts';

afterEach(cleanup);

const withEntry = (name: string, value: string) => (now: URLSearchParams) => {
  now.set(name, value);
  return now;
};

it('keeps both of two changes, of which the first is not rendered yet', async () => {
  const { result } = renderHook(() => ({ address: useAddress(), search: useLocation().search }), {
    wrapper: atAddress('/devices?q=lobby'),
  });
  const [, change] = result.current.address;
  await act(async () => {
    change(withEntry('view', 'table'));
    change(withEntry('page', '2'));
  });
  expect(result.current.search).toBe('?q=lobby&view=table&page=2');
});

it('changes nothing when the page is being left', async () => {
  const { result } = renderHook(() => ({ address: useAddress(), navigate: useNavigate(), location: useLocation() }), {
    wrapper: atAddress('/devices?q=lobby'),
  });
  const { address, navigate } = result.current;
  const [, change] = address;
  await act(async () => {
    void navigate('/home');
    change(withEntry('page', '2'));
  });
  expect(result.current.location).toMatchObject({ pathname: '/home', search: '' });
});

it('gives a function for changes that stays the same', async () => {
  const { result } = renderHook(() => useAddress(), { wrapper: atAddress('/devices') });
  const [, change] = result.current;
  await act(async () => change(withEntry('page', '2')));
  expect(result.current[0].get('page')).toBe('2');
  expect(result.current[1]).toBe(change);
});
