// Messages in the browsers of the person, and the console as an app.
export { PushSettings } from './push-settings.tsx';
export { PushStart } from './push-start.tsx';
