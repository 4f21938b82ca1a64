/** The addresses that the server answers itself: sign-in, API, files, downloads. Every other one is a page of the app. */
export const isForServer = /^\/(api|idp|\.well-known|instance_name)(\/|\?|$)|^[^?]*\.\w+(\?|$)/;
