import { useState, type PropsWithChildren } from 'react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';

export const atAddress = (address: string) =>
  function AtAddress({ children }: PropsWithChildren) {
    const [router] = useState(() =>
      createMemoryRouter([{ path: '*', element: children }], { initialEntries: [address] }),
    );
    return <RouterProvider router={router} />;
  };
