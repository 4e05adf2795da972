import { createContext, type ReactNode, useContext, useState } from 'react';
import { EmergencyScreen } from './emergency-screen.tsx';

const OpenEmergencies = createContext<() => void>(() => undefined);

export const useOpenEmergencies = (): (() => void) => useContext(OpenEmergencies);

/** Shows the emergencies above what is in it. The buttons that open them change with the width: who turns a phone keeps them open. */
export function Emergencies({ children }: { children: ReactNode }) {
  const [opened, setOpened] = useState(false);
  return (
    <OpenEmergencies value={() => setOpened(true)}>
      {children}
      {opened && <EmergencyScreen onClose={() => setOpened(false)} />}
    </OpenEmergencies>
  );
}
