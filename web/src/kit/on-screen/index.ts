// What displays and loudspeakers with a screen show over everything.
export { ScreenEmergency, ScreenTexts } from './on-screen.tsx';
