import { useState, type PropsWithChildren } from 'react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';

/** The wrapper of `renderHook` for hooks that read or change the address. */
export const atAddress = (address: string) =>
  function AtAddress({ children }: PropsWithChildren) {
    const [router] = useState(() =>
      createMemoryRouter([{ path: '*', element: children }], { initialEntries: [address] }),
    );
    return <RouterProvider router={router} />;
  };
