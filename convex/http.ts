import { httpRouter } from "convex/server";
import { libraryRoute } from "./rest/library.ts";
import * as Notes from "./rest/notes.ts";
import { showPhoto } from "./rest/photoImage.ts";
import * as Photos from "./rest/photos.ts";
import { mountRoutes, type Route } from "./rest/routes.ts";
import * as Session from "./rest/session.ts";
import * as SignIn from "./rest/signIn.ts";

const openIdConfiguration = "/.well-known/openid-configuration";
const jwks = "/.well-known/jwks.json";

/** Every address of the HTTP door. */
export const routes: readonly Route[] = [
  { method: "GET", path: openIdConfiguration, handler: libraryRoute(openIdConfiguration) },
  { method: "GET", path: jwks, handler: libraryRoute(jwks) },

  { method: "GET", path: "/api/login", handler: SignIn.login },
  { method: "GET", path: "/api/login/retry", handler: SignIn.retry },
  { method: "GET", path: "/api/auth/callback/oidc", handler: SignIn.callback },
  { method: "GET", path: "/api/logout", handler: Session.logout },
  { method: "GET", path: "/api/auth/user", handler: Session.user },
  { method: "GET", path: "/api/auth/token", handler: Session.token },
  { method: "GET", path: "/api/auth/debug", handler: Session.debug },

  { method: "GET", path: "/api/units/:unitId/photos", handler: Photos.listPhotos },
  { method: "POST", path: "/api/photos", handler: Photos.addPhoto },
  { method: "GET", path: "/api/photos/:filename", handler: showPhoto },
  { method: "PATCH", path: "/api/photos/:photoId", handler: Photos.updatePhotoDate },
  { method: "DELETE", path: "/api/photos/:photoId", handler: Photos.removePhoto },

  { method: "GET", path: "/api/units/:unitId/notes", handler: Notes.listNotes },
  { method: "POST", path: "/api/unit-notes", handler: Notes.addNote },
  { method: "PATCH", path: "/api/unit-notes/:noteId", handler: Notes.updateNote },
  { method: "DELETE", path: "/api/unit-notes/:noteId", handler: Notes.removeNote },
];

const http = httpRouter();
mountRoutes(http, routes);
export default http;
