// Every page of the portal; its code loads on the first visit.
import { lazy } from 'preact-iso'

export const Home = lazy(() => import('./pages/home/page.tsx').then((page) => page.Home))
export const SignUp = lazy(() => import('./pages/sign-up/page.tsx').then((page) => page.SignUp))
export const Playground = lazy(() => import('./pages/playground/page.tsx').then((page) => page.Playground))
export const Explore = lazy(() => import('./pages/explore/page.tsx').then((page) => page.Explore))
export const Project = lazy(() => import('./pages/project/page.tsx').then((page) => page.Project))
export const Building = lazy(() => import('./pages/building/page.tsx').then((page) => page.Building))
export const Coverage = lazy(() => import('./pages/coverage/page.tsx').then((page) => page.Coverage))
export const Plans = lazy(() => import('./pages/plans/page.tsx').then((page) => page.Plans))
export const Account = lazy(() => import('./pages/account/page.tsx').then((page) => page.Account))
export const Desk = lazy(() => import('./pages/desk/page.tsx').then((page) => page.Desk))
