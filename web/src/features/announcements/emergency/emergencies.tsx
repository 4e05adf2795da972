import { type ComponentProps, createContext, type ReactNode, useContext, useState } from 'react';
import { EmergencyScreen } from './emergency-screen.tsx';

const OpenEmergencies = createContext<() => void>(() => undefined);

export const useOpenEmergencies = (): (() => void) => useContext(OpenEmergencies);

type Props = { children: ReactNode } & Pick<ComponentProps<typeof EmergencyScreen>, 'scenarios'>;

/** Shows the emergencies above what is in it. The buttons that open them change with the width: who turns a phone keeps them open. */
export function Emergencies({ children, scenarios }: Props) {
  const [opened, setOpened] = useState(false);
  return (
    <OpenEmergencies value={() => setOpened(true)}>
      {children}
      {opened && <EmergencyScreen scenarios={scenarios} onClose={() => setOpened(false)} />}
    </OpenEmergencies>
  );
}
