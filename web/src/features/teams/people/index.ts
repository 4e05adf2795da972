// Everybody whose rights the signed-in person manages.
export { PeoplePage } from './people-page.tsx';
export { PersonDrawer } from './person-drawer.tsx';
