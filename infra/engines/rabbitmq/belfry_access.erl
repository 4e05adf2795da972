%% The rights of clients, in the place of RabbitMQ's HTTP backend and the cache before it. A device causes ten questions when it connects
%% and one more for each topic on which it publishes. The answers follow from its serial, so this node gives them itself. Only what is always
%% allowed is answered here: everything else is asked, and every refusal is the api's. The password is always asked about.
-module(belfry_access).
-export([user_login_authentication/2, user_login_authorization/2, check_vhost_access/3, check_resource_access/4, check_topic_access/4,
         state_can_expire/0, nothing/0]).

-define(ASKED, rabbit_auth_backend_cache).
-define(VHOST, <<"/">>).
-define(EXCHANGE, <<"amq.topic">>).
%% The parts of topics after the serial of the device.
-define(PUBLISHED, [<<"status">>, <<"metrics">>, <<"receipts">>, <<"inputs">>, <<"outputs">>, <<"players.voice">>, <<"players.music">>, <<"players.radio">>,
                    <<"config.reported">>, <<"responses">>]).
-define(SUBSCRIBED, [<<"commands">>, <<"acks">>, <<"programme">>, <<"config.desired">>]).

%% A device waits for its turn before the api is asked about its key.
user_login_authentication(Name, Properties) ->
    case kind(Name) =/= device orelse belfry_admission:connects(Name) of
        busy -> {error, busy};
        _ -> accepted(Name, rabbit_auth_backend_http:user_login_authentication(Name, Properties))
    end.

accepted(Name, {ok, _} = Answer) ->
    belfry_admission:connected(Name),
    Answer;
accepted(Name, Answer) ->
    belfry_admission:refused(Name),
    Answer.

%% The api has just accepted the password. RabbitMQ passes on to the other functions what this one returns, or calls it from 3.12 on.
user_login_authorization(_Name, _Properties) -> {ok, fun ?MODULE:nothing/0}.
nothing() -> none.

state_can_expire() -> false.

check_vhost_access({auth_user, Name, _, _} = User, VHost, Data) ->
    (VHost =:= ?VHOST andalso kind(Name) =/= unknown) orelse ?ASKED:check_vhost_access(User, VHost, Data).

check_resource_access({auth_user, Name, _, _} = User, Resource, Permission, Context) ->
    may_use(Name, Resource, Permission) orelse ?ASKED:check_resource_access(User, Resource, Permission, Context).

check_topic_access({auth_user, Name, _, _} = User, Resource, Permission, #{routing_key := Key} = Context) ->
    Permission =:= read andalso kind(Name) =:= device andalso belfry_admission:subscribes(Name),
    (Resource =:= {resource, ?VHOST, topic, ?EXCHANGE} andalso kind(Name) =:= device andalso device_may(Permission, Name, Key)) orelse
        (asked(Key)):check_topic_access(User, Resource, Permission, Context).

%% Who may hear a live page changes while it is open, so that no answer about it is kept.
asked(<<"pages.", _/binary>>) -> rabbit_auth_backend_http;
asked(_Key) -> ?ASKED.

may_use(Name, {resource, ?VHOST, exchange, ?EXCHANGE}, Permission) -> Permission =/= configure andalso kind(Name) =/= unknown;
may_use(Name, {resource, ?VHOST, queue, <<"mqtt-subscription-", Session/binary>>}, _Permission) -> owns(kind(Name), Name, Session);
may_use(_Name, _Resource, _Permission) -> false.

%% The name of a session ends with the QoS of its subscriptions.
owns(device, Name, Session) -> lists:member(after_prefix(Name, Session), [<<"qos0">>, <<"qos1">>]);
owns(console, Name, Session) ->
    case after_prefix(<<"console-", Name/binary, "-">>, Session) of
        none -> false;
        Rest -> lists:member(binary:part(Rest, byte_size(Rest), -min(4, byte_size(Rest))), [<<"qos0">>, <<"qos1">>])
    end;
owns(unknown, _Name, _Session) -> false.

kind(Name) ->
    case re:run(Name, "\\A(?:([0-9]{4}(?:-[0-9]{4}){3})|[0-9]{1,10})\\z", [{capture, all_but_first, index}]) of
        {match, [_Serial]} -> device;
        {match, []} -> console;
        nomatch -> unknown
    end.

device_may(write, Serial, Key) -> lists:member(part(Serial, Key), ?PUBLISHED);
device_may(read, Serial, Key) -> Key =:= <<"fleet.commands">> orelse lists:member(part(Serial, Key), ?SUBSCRIBED);
device_may(_, _Serial, _Key) -> false.

part(Serial, Key) -> after_prefix(<<"devices.", Serial/binary, ".">>, Key).

after_prefix(Prefix, Text) ->
    Size = byte_size(Prefix),
    case Text of
        <<Prefix:Size/binary, Rest/binary>> -> Rest;
        _ -> none
    end.
